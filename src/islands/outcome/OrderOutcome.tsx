import { useEffect, useState } from 'react';
import {
  describeThanks,
  type OrderOutcome as Outcome,
  readOrderOutcome,
} from '#domain/orders/order-outcome.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import { completeOrder } from '../../browser/complete-order.ts';
import { KEPT_ORDER, readStoredOrder } from '../../browser/stored-order.ts';
import { OrderCompletion } from '../checkout/OrderCompletion.tsx';
import { Toaster } from '../toasts/Toaster.tsx';
import { PaymentFailed, ThankYou, UnknownPayment } from './panels.tsx';
import '../../styles/panels.css';
import '../../styles/receipt.css';
import './OrderOutcome.css';

// The result for a buyer who returns from the checkout or the bank (section 4, and decisions.md on /nordmann-branches).
// It is an island because the order is in the browser's storage. Buyers without script pay on the provider's own page,
// and the service thanks them. Without `success` or `payment` in the query it renders nothing.

interface Props {
  readonly phone: string;
  readonly email: string;
}

export default function OrderOutcome(farm: Props) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const [order, setOrder] = useState<StoredOrder | null>(null);

  useEffect(() => {
    const stored = readStoredOrder();
    setOrder(stored);
    setOutcome(readOrderOutcome(new URLSearchParams(location.search), stored));
  }, []);

  if (outcome.kind === 'none') return null;
  return (
    <div className="outcome">
      {outcome.kind === 'thanks' && <ThankYou {...outcome} phone={farm.phone} />}
      {outcome.kind === 'thanks-without-number' && <ThankYou phone={farm.phone} />}
      {outcome.kind === 'unknown' && <UnknownPayment {...farm} />}
      {outcome.kind === 'unpaid' && <PaymentFailed hasOrder={order !== null} phone={farm.phone} />}
      {outcome.kind === 'paid' && (
        <OrderCompletion
          Heading="h1"
          paymentIntentId={outcome.paymentIntentId}
          phone={farm.phone}
          complete={() => completeOrder(order, outcome.paymentIntentId, KEPT_ORDER)}
          onCompleted={(completed) => {
            replaceQuery(describeThanks(completed));
            setOutcome({ kind: 'thanks', ...completed });
          }}
          onUnpaid={() => setOutcome({ kind: 'unpaid' })}
        />
      )}
      <Toaster />
    </div>
  );
}

function replaceQuery(query: URLSearchParams): void {
  history.replaceState(history.state, '', `${location.pathname}?${query}`);
}
