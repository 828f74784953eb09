import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { OrderThanks } from '#domain/orders/order-outcome.ts';
import { renderThanks } from '#forms/thank-you-page.ts';
import { takeCompletedOrder } from '../../browser/kept-order.ts';
import { ORDER_PATH } from '../../browser/stored-order.ts';
import { CallLink } from '../ui/CallLink.tsx';

interface Farm {
  readonly phone: string;
  readonly email: string;
}

/** The order has reached the farm. Without a number, the URL that contained it was damaged. */
export function ThankYou({
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
      dangerouslySetInnerHTML={{ __html: String(renderThanks(thanks, phone)) }}
    />
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
      <h1 id={id} ref={ref} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </section>
  );
}
