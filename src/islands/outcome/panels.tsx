import { type ReactNode, useEffect, useId, useRef } from 'react';
import { WEEK_TAKEN_MESSAGE } from '#domain/delivery/weeks.ts';
import { readManageOrderLink } from '../../browser/manage-order-link.ts';
import { CallLink } from '../checkout/problems.tsx';

interface Farm {
  readonly phone: string;
  readonly email: string;
}

/** The order has reached the farm. Without a number, the URL that contained it was damaged. */
export function ThankYou({
  orderNumber,
  isWeekTaken = false,
  isLookedAt = false,
  phone,
  email,
}: Farm & {
  readonly orderNumber?: string | undefined;
  readonly isWeekTaken?: boolean;
  readonly isLookedAt?: boolean;
}) {
  // Read during rendering and not in an effect, or everything below would move. The build never renders this.
  const manageOrder = readManageOrderLink(orderNumber);
  useEffect(() => {
    document.title = document.title.replace(/^[^|]+/, 'Thank you for your order ');
  }, []);
  return (
    <Panel heading="Thank you for your order">
      {orderNumber === undefined ? (
        <p>Your order number is in the confirmation that we send you by e-mail.</p>
      ) : (
        <p>
          Your order number is <strong className="outcome-number">{orderNumber}</strong>
        </p>
      )}
      {manageOrder !== undefined && (
        <p>
          <a href={manageOrder}>See your order, or change it while its week is open</a>
        </p>
      )}
      {isWeekTaken && <p className="callout">{WEEK_TAKEN_MESSAGE}</p>}
      <h3>What happens next</h3>
      <ul>
        {isLookedAt ? (
          <li>We look at your order ourselves first, and then get in touch with you.</li>
        ) : (
          <li>We send you a confirmation by e-mail as soon as your payment has come through.</li>
        )}
        {!isWeekTaken && <li>We cut and pack your branches fresh, in the week that you chose.</li>}
        <li>Your box is then delivered to the address that you gave.</li>
      </ul>
      <p>
        Something to change? Call {phone} or write to <a href={`mailto:${email}`}>{email}</a>, and tell us
        your order number.
      </p>
    </Panel>
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
