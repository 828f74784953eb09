import { useEffect, useRef } from 'react';
import { describeOrderFailure } from '#domain/payment-messages.ts';
import { CallLink } from './CallLink.tsx';
import { Spinner } from './Spinner.tsx';
import { type CompletionOptions, useCompletion } from './use-completion.ts';
import './OrderCompletion.css';

interface Props extends CompletionOptions {
  /** What the payment form said; after a reload it says nothing. */
  readonly title?: string | undefined;
}

/** The time between the payment and the order number, and what to do when it does not end well (section 8). */
export function OrderCompletion({ title = 'Completing your order', ...options }: Props) {
  const { state, complete } = useCompletion(options);
  const { title: failure, description } = describeOrderFailure(options.phone);
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each turn of events is read out.
  useEffect(() => heading.current?.focus(), [state.status]);

  if (state.status === 'completing') {
    return (
      <div className="completion panel">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p role="status">
          <Spinner /> We are completing your order. Please keep this page open for a moment.
        </p>
      </div>
    );
  }
  return (
    <div className="completion completion-failed panel">
      <h2 ref={heading} tabIndex={-1}>
        {failure}
      </h2>
      <p>{description}</p>
      {state.reason !== undefined && <p>{state.reason}</p>}
      <p>
        Your payment confirmation: <strong className="completion-id">{options.paymentIntentId}</strong>
      </p>
      <p>
        You will not be charged again. Trying again completes the same order, and this page does so by itself
        when a lost connection comes back.
      </p>
      <p className="panel-actions">
        <button className="button" type="button" onClick={complete}>
          Try again
        </button>
        <CallLink phone={options.phone} />
      </p>
    </div>
  );
}
