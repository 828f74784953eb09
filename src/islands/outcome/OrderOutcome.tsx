import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { keepTogether } from '#domain/keep-together.ts';
import {
  describeThanks,
  type OrderThanks,
  type OrderOutcome as Outcome,
  readOrderOutcome,
} from '#domain/orders/order-outcome.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import { renderThanks } from '#forms/thank-you-page.ts';
import { completeOrder } from '../../browser/complete-order.ts';
import { takeCompletedOrder } from '../../browser/kept-order.ts';
import { KEPT_ORDER, ORDER_PATH, readStoredOrder } from '../../browser/stored-order.ts';
import { OrderCompletion } from '../checkout/OrderCompletion.tsx';
import { takeFocus } from '../take-focus.ts';
import { CallLink } from '../ui/CallLink.tsx';
import '../../styles/panels.css';
import '../../styles/receipt.css';
import './OrderOutcome.css';

// The result for a buyer who returns from the checkout or the bank (section 4).
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
    </div>
  );
}

function replaceQuery(query: URLSearchParams): void {
  history.replaceState(history.state, '', `${location.pathname}?${query}`);
}

/** The order has reached the farm. Without a number, the URL that contained it was damaged. */
function ThankYou({
  orderNumber,
  weekLoss = null,
  confirmation = 'mailed',
  isProcessing = false,
  phone,
}: Partial<OrderThanks> & { readonly phone: string }) {
  // Not in an effect, or everything below would move. The build never renders this.
  const [{ address: manageOrder, receipt } = {}] = useState(() => takeCompletedOrder(orderNumber));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const title = isProcessing ? 'Payment in progress ' : 'Thank you for your order ';
    document.title = document.title.replace(/^[^|]+/, title);
    panel.current?.querySelector('h1')?.focus();
  }, [isProcessing]);
  const thanks = { orderNumber, weekLoss, confirmation, isProcessing, receipt, manageOrder };
  return (
    <div
      className="thanks"
      ref={panel}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: Our own markup, in which every text is escaped.
      dangerouslySetInnerHTML={{ __html: keepTogether(String(renderThanks(thanks, phone))) }}
    />
  );
}

/** The bank has refused, or the buyer has cancelled there. */
function PaymentFailed({ hasOrder, phone }: { readonly hasOrder: boolean; readonly phone: string }) {
  return (
    <Panel heading="Your payment didn’t go through">
      <p>
        Nothing has been charged, and there’s no order yet.{' '}
        {hasOrder &&
          'What you entered is kept on this device: you can try again, with the same card or another.'}
      </p>
      <p className="actions">
        {hasOrder ? (
          <a className="button" href="/branch-box-checkout">
            Back to the checkout
          </a>
        ) : (
          <a className="button" href={`${ORDER_PATH}#order`}>
            Order again
          </a>
        )}
        <CallLink phone={phone} />
      </p>
    </Panel>
  );
}

/** The URL says that something was paid, but not what. */
function UnknownPayment({ phone, email }: Props) {
  return (
    <Panel heading="We can’t see your order from here">
      <p>
        If you’ve paid, your order is safe with us, and its confirmation is on its way to you by e-mail. If
        you aren’t sure, call {phone} or write to <a href={`mailto:${email}`}>{email}</a>: we’ll gladly look
        it up.
      </p>
    </Panel>
  );
}

/** A panel whose heading takes the focus, so that screen readers read the result first. */
function Panel({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h1 id={id} ref={takeFocus} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </section>
  );
}
