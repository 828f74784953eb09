import { useEffect, useId, useRef } from 'react';
import { toHref } from '#domain/links.ts';
import type { PaidFoliage } from '../../browser/foliage-storage.ts';
import { Spinner } from '../ui/Spinner.tsx';

interface Props {
  /** A payment whose order could not be completed; null while that is being done. */
  readonly unfinished: PaidFoliage | null;
  readonly phone: string;
  readonly onRetry: (paid: PaidFoliage) => void;
}

/** What stands in place of every way to pay once the boxes are paid for. */
export function PaidPanel({ unfinished, phone, onRetry }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (unfinished === null) return;
    const retry = () => onRetry(unfinished);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [unfinished, onRetry]);
  return (
    <section className="foliage-paid" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        Your payment has gone through
      </h3>
      {unfinished === null ? (
        <p role="status">
          <Spinner /> We are finishing your order…
        </p>
      ) : (
        <>
          <p>
            Your order has not reached us yet. Please try again, or call us on{' '}
            <a href={toHref(`tel:${phone}`)}>{phone}</a> with your payment confirmation. You will not be
            charged again.
          </p>
          <p>
            Payment confirmation:{' '}
            <strong className="foliage-confirmation">{unfinished.paymentIntentId}</strong>
          </p>
          <button className="button" type="button" onClick={() => onRetry(unfinished)}>
            Try again
          </button>
        </>
      )}
    </section>
  );
}
