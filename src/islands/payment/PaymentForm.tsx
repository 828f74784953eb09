import { PaymentElement } from '@stripe/react-stripe-js';
import { type FormEvent, useEffect, useRef } from 'react';
import { STORED_ORDER_KEY } from '#domain/stored-order.ts';
import { CardFormStatus } from './CardFormStatus.tsx';
import type { PaymentDetailsProps } from './PaymentDetails.tsx';
import { useCardForm } from './use-card-form.ts';
import { usePaying } from './use-paying.ts';

/** The provider's form, what is to be said about it, and the button that pays. */
export function PaymentForm(props: PaymentDetailsProps) {
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
      {paying.problem && (
        <div className="checkout-problem" ref={paying.problemRef} tabIndex={-1}>
          <p className="checkout-lead">{paying.problem.title}</p>
          <p>{paying.problem.description}</p>
        </div>
      )}
      <button className="button checkout-pay" type="submit" disabled={!isReady || paying.isSubmitting}>
        {paying.isSubmitting ? 'Processing Payment...' : `Pay £${payment.amount}`}
      </button>
    </form>
  );
}
