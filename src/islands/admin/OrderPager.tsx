import { formatCount } from '#domain/count.ts';

interface OrderPagerProps {
  /** Which page this is, from 1 on; null where the way to it is not known. */
  readonly number: number | null;
  readonly count: number;
  readonly isFirst: boolean;
  /** While another page is on its way. */
  readonly isBusy: boolean;
  readonly onPrevious: () => void;
  /** Null on the last page. */
  readonly onNext: (() => void) | null;
}

/** The way through a list of more than one page. */
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
