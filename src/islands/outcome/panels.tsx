import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { labelWeek, WEEK_LOSS_MESSAGES, type WeekLoss } from '#domain/delivery/weeks.ts';
import type { CompletedReceipt } from '#domain/payments/payment-answers.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { takeCompletedOrder } from '../../browser/kept-order.ts';
import { CallLink } from '../checkout/problems.tsx';

interface Farm {
  readonly phone: string;
  readonly email: string;
}

/** The order has reached the farm. Without a number, the URL that contained it was damaged. */
export function ThankYou({
  orderNumber,
  weekLoss = null,
  isLookedAt = false,
  isProcessing = false,
  phone,
  email,
}: Farm & {
  readonly orderNumber?: string | undefined;
  readonly weekLoss?: WeekLoss | null;
  readonly isLookedAt?: boolean;
  readonly isProcessing?: boolean;
}) {
  // Not in an effect, or everything below would move. The build never renders this.
  const [{ address: manageOrder, receipt } = {}] = useState(() => takeCompletedOrder(orderNumber));
  const confirmedTo = receipt?.confirmedTo;
  useEffect(() => {
    const title = isProcessing ? 'Payment in progress ' : 'Thank you for your order ';
    document.title = document.title.replace(/^[^|]+/, title);
  }, [isProcessing]);
  return (
    <Panel heading={isProcessing ? 'Your payment is still being processed' : 'Thank you for your order'}>
      {isProcessing && <p>We have your order, and you do not need to pay again. Some banks take a while.</p>}
      {orderNumber === undefined ? (
        <p>Your order number is in the confirmation we will e-mail you.</p>
      ) : (
        <p>
          Your order number is <strong className="outcome-number">{orderNumber}</strong>
        </p>
      )}
      {receipt && <Receipt receipt={receipt} totalLabel={isProcessing ? 'Total' : 'Paid'} />}
      {confirmedTo && (
        <p>
          {isProcessing
            ? `We will send a confirmation to ${confirmedTo} when the payment has come through.`
            : `A confirmation is on its way to ${confirmedTo}.`}{' '}
          Is that e-mail address right? If not, call {phone}.
        </p>
      )}
      {manageOrder !== undefined && (
        <p>
          <a href={manageOrder}>See or change your order</a>
        </p>
      )}
      {weekLoss && <p className="callout">{WEEK_LOSS_MESSAGES[weekLoss]}</p>}
      <h3>What happens next</h3>
      <ul>
        {isLookedAt ? (
          <li>One of us will check your order and then get in touch with you.</li>
        ) : (
          !confirmedTo && <li>We will e-mail you a confirmation when your payment has come through.</li>
        )}
        {!weekLoss && <li>We will cut and pack your branches fresh, in the week you chose.</li>}
        <li>Then we will send your box to the address you gave.</li>
      </ul>
      <p>
        Something to change? Call {phone} or write to <a href={`mailto:${email}`}>{email}</a>, and tell us
        your order number.
      </p>
    </Panel>
  );
}

/** The same facts as `forms/thank-you-page.ts` shows, and the address, which only this tab's buyer sees. */
function Receipt({ receipt, totalLabel }: { receipt: CompletedReceipt; totalLabel: string }) {
  const { quantity, totalAmount, deliveryWeek, address, giftMessage } = receipt;
  return (
    <dl className="receipt">
      <div>
        <dt>Your boxes</dt>
        <dd>{formatBoxes(quantity)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>{deliveryWeek === null ? 'Week to be agreed' : labelWeek(deliveryWeek)}</dd>
      </div>
      <div>
        <dt>{totalLabel}</dt>
        <dd>£{totalAmount}</dd>
      </div>
      {address.length > 0 && (
        <div>
          <dt>Delivery to</dt>
          <dd className="outcome-address">{address.join('\n')}</dd>
        </div>
      )}
      {giftMessage && (
        <div>
          <dt>With your message</dt>
          <dd className="outcome-address">{giftMessage}</dd>
        </div>
      )}
    </dl>
  );
}

/** The bank has refused, or the buyer has cancelled there. */
export function PaymentFailed({ hasOrder, phone }: { readonly hasOrder: boolean; readonly phone: string }) {
  return (
    <Panel heading="Your payment did not go through">
      <p>
        Nothing has been charged, and there is no order yet.{' '}
        {hasOrder &&
          'What you entered is kept on this device: you can try again, with the same card or another.'}
      </p>
      <p className="actions">
        {hasOrder ? (
          <a className="button" href="/branch-box-checkout">
            Back to the checkout
          </a>
        ) : (
          <a className="button" href="#order">
            Order again
          </a>
        )}
        <CallLink phone={phone} />
      </p>
    </Panel>
  );
}

/** The URL says that something was paid, but not what. */
export function UnknownPayment({ phone, email }: Farm) {
  return (
    <Panel heading="We cannot see your order from here">
      <p>
        If you have paid, your order is safe with us, and its confirmation is on its way to you by e-mail. If
        you are not sure, call {phone} or write to <a href={`mailto:${email}`}>{email}</a>: we will gladly
        look it up.
      </p>
    </Panel>
  );
}

/** A panel whose heading takes the focus, so that screen readers read the result first. */
function Panel({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section className="panel narrow" aria-labelledby={id}>
      <h2 id={id} ref={ref} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
