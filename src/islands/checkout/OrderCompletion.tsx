import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CompletedOrder } from '#domain/orders/order-outcome.ts';
import {
  describeCompletion,
  describeOrderFailure,
  type PaymentPage,
} from '#domain/payments/payment-messages.ts';
import { isUnpaid, readMessage } from '../../browser/complete-order.ts';
import { showToast } from '../toasts/toast-store.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { CallLink } from './problems.tsx';

interface Props extends Pick<PanelProps, 'page' | 'Heading' | 'title' | 'paymentIntentId' | 'phone'> {
  readonly complete: () => Promise<CompletedOrder>;
  readonly onCompleted: (order: CompletedOrder) => void;
  /** The service says that nothing was paid. `reason` is its message. */
  readonly onUnpaid: (reason: string | undefined) => void;
}

/**
 * The time between a payment and its order number (section 4). The order is completed at once, when the buyer asks
 * again, and automatically when the connection returns.
 */
export function OrderCompletion({ complete, onCompleted, onUnpaid, ...panel }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRunning = useRef(false);

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(null);
    try {
      onCompleted(await complete());
    } catch (error) {
      const reason = readMessage(error);
      if (isUnpaid(error)) return onUnpaid(reason);
      showToast(describeOrderFailure(panel.phone));
      setFailure({ reason });
    } finally {
      isRunning.current = false;
    }
  };

  const runNow = useEffectEvent(() => void run());
  useEffect(() => runNow(), []);
  useEffect(() => {
    const gone = new AbortController();
    if (failure !== null) addEventListener('online', () => runNow(), gone);
    return () => gone.abort();
  }, [failure]);

  return <CompletionPanel failure={failure} onRetry={run} {...panel} />;
}

/** `reason` is the service's own message, if it has one. */
interface Failure {
  readonly reason?: string | undefined;
}

interface PanelProps {
  readonly page?: PaymentPage;
  /** `h1` where nothing else is on the page. */
  readonly Heading?: 'h1' | 'h2' | 'h3';
  /** The payment form's message; missing after a reload. */
  readonly title?: string | undefined;
  readonly paymentIntentId: string;
  readonly phone: string;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}

/** Replaces all payment methods once the boxes are paid for (section 8). */
function CompletionPanel({
  page = 'checkout',
  Heading = page === 'checkout' ? 'h2' : 'h3',
  failure,
  onRetry,
  ...shown
}: PanelProps) {
  const { phone, paymentIntentId } = shown;
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFailed = failure !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each turn of events is read out.
  useEffect(() => heading.current?.focus(), [hasFailed]);
  const { waiting, lead, confirmation, more, ...titles } = describeCompletion(page, phone);
  const frame = page === 'checkout' ? 'completion panel narrow' : 'completion foliage-paid';
  return (
    <div className={hasFailed ? `${frame} trouble` : frame}>
      <Heading ref={heading} tabIndex={-1}>
        {hasFailed ? titles.failed : (shown.title ?? titles.title)}
      </Heading>
      {failure === null ? (
        <p role="status">
          <Spinner /> {waiting}
        </p>
      ) : (
        <>
          <p>{lead}</p>
          {failure.reason !== undefined && <p>{failure.reason}</p>}
          <p>
            {confirmation}: <strong className="completion-id">{paymentIntentId}</strong>
          </p>
          {more && <p>{more}</p>}
          <p className="actions">
            <button className="button" type="button" onClick={onRetry}>
              Try again
            </button>
            <CallLink phone={phone} />
          </p>
        </>
      )}
    </div>
  );
}
