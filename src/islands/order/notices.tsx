import { useEffect, useRef } from 'react';
import { CHECKOUT_PATH } from '../../browser/stored-order.ts';

/** For a buyer who returns with an order that is paid for but not completed: that one comes first. */
export function LastOrder() {
  return (
    <div className="callout" role="status">
      <p>Your last order has been paid for, and needs one more step before you order again.</p>
      <a className="button" href={CHECKOUT_PATH}>
        Complete your last order
      </a>
    </div>
  );
}

interface Props {
  readonly suggestion: string;
  readonly onTake: () => void;
}

/** Asks about a probable mistake in the e-mail address. It takes the focus, because the form was not submitted. */
export function EmailSuggestion({ suggestion, onTake }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="callout">
      <p id="order-email-question">
        Did you mean <strong>{suggestion}</strong>?
      </p>
      <button
        ref={button}
        className="button quiet"
        type="button"
        aria-describedby="order-email-question"
        onClick={onTake}
      >
        Use {suggestion}
      </button>
      <p className="hint">If your address is right as it is, press ‘Continue to payment’ again.</p>
    </div>
  );
}
