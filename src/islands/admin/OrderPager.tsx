import { formatCount } from '#domain/count.ts';

interface OrderPagerProps {
  /** The page number, from 1; null if it is unknown. */
  readonly number: number | null;
  readonly count: number;
  readonly isFirst: boolean;
  /** While another page loads. */
  readonly isBusy: boolean;
  readonly onPrevious: () => void;
  /** Null on the last page. */
  readonly onNext: (() => void) | null;
}

/** The links between the pages of a list. */
export function OrderPager({ number, count, isFirst, isBusy, onPrevious, onNext }: OrderPagerProps) {
  if (isFirst && onNext === null) return null;
  return (
    <nav className="actions admin-pager" aria-label="Pages of orders">
      {!isFirst && (
        <button className="button quiet" type="button" disabled={isBusy} onClick={onPrevious}>
          {number === null ? 'First page' : 'Previous page'}
        </button>
      )}
      {number !== null && (
        <p>
          Page {formatCount(number)} of {formatCount(count)}
        </p>
      )}
      {onNext !== null && (
        <button className="button quiet" type="button" disabled={isBusy} onClick={onNext}>
          Next page
        </button>
      )}
    </nav>
  );
}
