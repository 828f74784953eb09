import { PaymentElement } from '@stripe/react-stripe-js';
import { type FormEvent, useEffect, useRef } from 'react';
import { STORED_ORDER_KEY, type StoredOrder } from '#domain/orders/stored-order.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import type { PaymentMessage } from '#domain/payments/payment-messages.ts';
import { CardFormStatus } from './CardFormStatus.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import { useCardForm } from './use-card-form.ts';
import { usePaying } from './use-paying.ts';
import type { Payments } from './use-payments.ts';

export interface PaymentFormProps {
  readonly order: StoredOrder;
  readonly payment: StartedPayment;
  readonly payments: Payments;
  readonly phone: string;
  /** Why the buyer is here again, where an earlier payment came to nothing. */
  readonly notice: PaymentMessage | null;
  readonly onRetryScript: () => void;
  /** Begins again with the service: for a card form that could not be loaded. */
  readonly onRestart: () => void;
  /** The stored order is not the one that is shown any more. */
  readonly onOutdated: () => void;
  readonly onPaying: (isPaying: boolean) => void;
  /** The payment has been made; `title` says how far it is. */
  readonly onPaid: (paymentIntentId: string, title: string) => void;
}

/** The provider's form, what is to be said about it, and the button that pays. */
export function PaymentForm(props: PaymentFormProps) {
  const { order, payment, payments, phone, onRetryScript, onRestart, onOutdated } = props;
  const cardForm = useCardForm(payments);
  const isReady = cardForm.status === 'ready';
  const paying = usePaying({ ...props, isReady });
  const isBusy = useRef(false);
  isBusy.current = paying.isSubmitting;

  useEffect(() => {
    // Another tab has changed, paid or completed the order; a null key means that all storage was cleared.
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === STORED_ORDER_KEY || key === null) && !isBusy.current) onOutdated();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [onOutdated]);

  function submit(event: FormEvent) {
    event.preventDefault();
    void paying.pay();
  }

  return (
    <form className="form" onSubmit={submit} aria-labelledby="checkout-payment">
      <div className={cardForm.status === 'loading' ? 'checkout-card awaited' : 'checkout-card'}>
        <CardFormStatus
          status={cardForm.status}
          phone={phone}
          onRetry={payments.status === 'failed' ? onRetryScript : onRestart}
        />
        <PaymentElement
          options={{
            defaultValues: { billingDetails: { name: order.customerName, email: order.customerEmail } },
          }}
          onReady={cardForm.onReady}
          onLoadError={cardForm.onLoadError}
        />
      </div>
      {paying.problem && (
        <PaymentProblem
          ref={paying.problemRef}
          title={paying.problem.title}
          description={paying.problem.description}
        />
      )}
      <button className="button checkout-pay" type="submit" disabled={!isReady || paying.isSubmitting}>
        {paying.isSubmitting ? 'Processing Payment...' : `Pay £${payment.amount}`}
      </button>
    </form>
  );
}
