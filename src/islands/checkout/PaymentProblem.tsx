import type { Ref } from 'react';
import type { PaymentMessage } from '#domain/payments/payment-messages.ts';

interface Props extends Pick<PaymentMessage, 'title' | 'description'> {
  readonly ref?: Ref<HTMLDivElement>;
}

/** Why a payment has not been made, beside the button that makes it. It takes the focus. */
export function PaymentProblem({ ref, title, description }: Props) {
  return (
    <div className="callout trouble" ref={ref} tabIndex={-1}>
      <p className="lead">{title}</p>
      <p>{description}</p>
    </div>
  );
}
