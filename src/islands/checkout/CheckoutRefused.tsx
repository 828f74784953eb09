import type { ReactNode } from 'react';
import { unableToPay } from '#domain/payments/payment-messages.ts';
import { CallLink } from './CallLink.tsx';
import { ORDER_PAGE } from './use-checkout.ts';

interface Props {
  /** The service's own sentence: it says what to change. */
  readonly reason: string | undefined;
  readonly phone: string;
  readonly onRetry: () => void;
  /** A picture, drawn by the page. */
  readonly children?: ReactNode;
}

/** No payment could be started (section 8): the alert, another try, and the way back to the order. */
export function CheckoutRefused({ reason, phone, onRetry, children }: Props) {
  return (
    <div className="panel trouble narrow">
      <div className="picture">{children}</div>
      <div role="alert">
        <p className="lead">{unableToPay(phone)}</p>
        {reason !== undefined && <p>{reason}</p>}
      </div>
      <p>What you entered is kept on this device.</p>
      <p className="actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        <a className="button quiet" href={`${ORDER_PAGE}#order`}>
          Change the order
        </a>
        <CallLink phone={phone} />
      </p>
    </div>
  );
}
