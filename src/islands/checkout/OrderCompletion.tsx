import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CompletedOrder } from '#domain/orders/order-outcome.ts';
import { COMPLETION, describeOrderFailure } from '#domain/payments/payment-messages.ts';
import { isUnpaid, readMessage } from '../../browser/complete-order.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { dismissToast, showToast } from '../toasts/toast-store.ts';
import { CallLink } from '../ui/CallLink.tsx';
import { Spinner } from '../ui/Spinner.tsx';

interface Props {
  /** `h1` where nothing else is on the page. */
  readonly Heading: 'h1' | 'h2';
  /** The payment form's message; missing after a reload. */
  readonly title?: string | undefined;
  readonly paymentIntentId: string;
  readonly phone: string;
  readonly complete: () => Promise<CompletedOrder>;
  readonly onCompleted: (order: CompletedOrder) => void;
  /** The service says that nothing was paid. `reason` is its message. */
  readonly onUnpaid: (reason: string | undefined) => void;
}

/**
 * The time between a payment and its order number (sections 4 and 8), in place of all payment methods. The order is
 * completed at once, when the buyer asks again, and automatically when the connection returns.
 */
export function OrderCompletion({ Heading, title, paymentIntentId, phone, ...given }: Props) {
  /** Also the service's own message, if it has one. */
  const [failure, setFailure] = useState<{ readonly reason: string | undefined } | null>(null);
  const isRunning = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFailed = failure !== null;

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    dismissToast();
    setFailure(null);
    try {
      given.onCompleted(await given.complete());
    } catch (error) {
      const reason = readMessage(error);
      if (isUnpaid(error)) return given.onUnpaid(reason);
      // Said once, and for as long as it is so.
      showToast({ ...describeOrderFailure(phone), phone, stays: true, takesFocus: true });
      setFailure({ reason });
    } finally {
      isRunning.current = false;
    }
  };

  const runNow = useEffectEvent(() => void run());
  useEffect(() => runNow(), []);
  useEffect(() => {
    // Each turn of events is read out.
    if (!hasFailed) return heading.current?.focus();
    const gone = new AbortController();
    addEventListener('online', () => runNow(), gone);
    return () => gone.abort();
  }, [hasFailed]);

  return (
    <div className="completion panel narrow">
      <Heading ref={heading} tabIndex={-1}>
        {title ?? COMPLETION.title}
      </Heading>
      {failure === null ? (
        <p role="status">
          <Spinner /> {COMPLETION.waiting}
        </p>
      ) : (
        <>
          <Toaster />
          {failure.reason !== undefined && <p>{failure.reason}</p>}
          <p>
            Your payment confirmation: <strong className="completion-id">{paymentIntentId}</strong>
          </p>
          <p>{COMPLETION.more}</p>
          <p className="actions">
            <button className="button" type="button" onClick={run}>
              Try again
            </button>
            <CallLink phone={phone} />
          </p>
        </>
      )}
    </div>
  );
}
