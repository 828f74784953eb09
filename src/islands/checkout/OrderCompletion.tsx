import { type Ref, useEffect, useRef } from 'react';
import { describeOrderFailure } from '#domain/payments/payment-messages.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { CallLink } from './CallLink.tsx';
import { type CompletionOptions, useCompletion } from './use-completion.ts';
import './OrderCompletion.css';

interface Props extends CompletionOptions {
  /** What the payment form said; after a reload it says nothing. */
  readonly title?: string | undefined;
}

/** The time between the payment and the order number, and what to do when it does not end well (section 8). */
export function OrderCompletion({ title, ...options }: Props) {
  const { state, complete } = useCompletion(options);
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each turn of events is read out.
  useEffect(() => heading.current?.focus(), [state.status]);

  if (state.status === 'completing') return <Completing heading={heading} title={title} />;
  const { phone, paymentIntentId } = options;
  const failure = { phone, paymentIntentId, reason: state.reason };
  return <CompletionFailed heading={heading} {...failure} onRetry={complete} />;
}

interface CompletingProps {
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly title?: string | undefined;
}

export function Completing({ heading, title = 'Completing your order' }: CompletingProps) {
  return (
    <div className="completion panel narrow">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p role="status">
        <Spinner /> We are completing your order. Please keep this page open for a moment.
      </p>
    </div>
  );
}

interface FailedProps {
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly phone: string;
  readonly paymentIntentId: string;
  /** The service's own sentence, where it has answered. */
  readonly reason: string | undefined;
  readonly onRetry: () => void;
}

export function CompletionFailed({ heading, phone, paymentIntentId, reason, onRetry }: FailedProps) {
  const { title, description } = describeOrderFailure(phone);
  return (
    <div className="completion panel narrow trouble">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{description}</p>
      {reason !== undefined && <p>{reason}</p>}
      <p>
        Your payment confirmation: <strong className="completion-id">{paymentIntentId}</strong>
      </p>
      <p>
        You will not be charged again. Trying again completes the same order, and this page does so by itself
        when a lost connection comes back.
      </p>
      <p className="actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        <CallLink phone={phone} />
      </p>
    </div>
  );
}
