import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import { unableToPay } from '#domain/payments/payment-messages.ts';
import { orderControlId } from '#forms/order-form.ts';
import type { KeptOrder } from '../../browser/kept-order.ts';
import { CHECKOUT_PATH, type RefusedCheckout } from '../../browser/stored-order.ts';
import { takeFocus } from '../take-focus.ts';
import { CallLink } from '../ui/CallLink.tsx';

/** For a buyer who returns with an order that is paid for but not completed: that one comes first. */
export function LastOrder() {
  return (
    <div className="callout" role="status">
      <p>Your last order is paid for, but needs one more step before you order again.</p>
      <a className="button" href={CHECKOUT_PATH}>
        Complete your last order
      </a>
    </div>
  );
}

interface JustOrderedProps {
  readonly order: KeptOrder;
  readonly takesFocus?: boolean;
}

/** For a buyer who goes back from the thank-you, or returns in the same tab, and might order twice. */
export function JustOrdered({
  order: { orderNumber, address, receipt },
  takesFocus = false,
}: JustOrderedProps) {
  const bought = receipt?.facts.filter(([name]) => name === 'Quantity' || name === 'Delivery');
  return (
    <div className="callout" role="status" tabIndex={-1} ref={takesFocus ? takeFocus : null}>
      <p className="lead">
        We have your order <span className="ordered-number">{orderNumber}</span>.
      </p>
      <p>
        {bought && `You have just ordered ${bought.map(([, value]) => labelWeekWithin(value)).join(', ')}. `}
        Fill in the form again only if you’d like more.
      </p>
      <a href={address}>See or change your order</a>
    </div>
  );
}

interface CheckoutRefusedProps {
  readonly refused: RefusedCheckout;
  readonly phone: string;
  readonly onRetry: () => void;
}

/** No payment could be started (section 8). The entries are in the form below. */
export function CheckoutRefused({ refused, phone, onRetry }: CheckoutRefusedProps) {
  const { reason, isAboutWeek, isEmpty } = refused;
  if (isEmpty) {
    return (
      <p className="callout" role="status" tabIndex={-1} ref={takeFocus}>
        There’s nothing to pay for yet. Fill in this form first, and the payment comes next.
      </p>
    );
  }
  return (
    <div className="callout trouble" role="alert" tabIndex={-1} ref={takeFocus}>
      <p className="lead">{unableToPay(phone)}</p>
      {reason && <p>{reason}</p>}
      <p>Nothing has been charged, and what you entered is still here.</p>
      <p className="actions">
        {isAboutWeek ? (
          <a className="button" href={`#${orderControlId('deliveryWeek')}`}>
            Choose another week
          </a>
        ) : (
          <button className="button" type="button" onClick={onRetry}>
            Try again
          </button>
        )}
        <CallLink phone={phone} />
      </p>
    </div>
  );
}

interface Props {
  readonly suggestion: string;
  readonly onTake: () => void;
}

/** Asks about a probable mistake in the e-mail address. It takes the focus, because the form was not submitted. */
export function EmailSuggestion({ suggestion, onTake }: Props) {
  return (
    <div className="callout">
      <p id="order-email-question">
        Did you mean <strong>{suggestion}</strong>?
      </p>
      <button
        ref={takeFocus}
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
