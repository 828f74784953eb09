import type Stripe from 'stripe';
import { isConfirmable, MISSING_DETAILS } from '../../api/orders/flags.ts';
import { hasWeekFlag } from '../../src/domain/orders/order-flags.ts';
import type { Books, OrderRow } from './books.ts';
import { BOX_PENCE, type Buyer, type Writer } from './people.ts';
import { CAPPED_WEEK, type TakenMail } from './world.ts';

export interface Outcome {
  readonly books: Books;
  readonly buyers: readonly Buyer[];
  readonly writers: readonly Writer[];
  readonly taken: readonly TakenMail[];
  readonly cappedBoxes: number;
}

/** Everything that is not as it must be, in sentences with ids; empty when nothing was lost, doubled or made up. */
export function checkBooks(outcome: Outcome): string[] {
  return [
    ...outcome.books.damage.map((line) => `the database is damaged: ${line}`),
    ...checkPayments(outcome),
    ...checkOrders(outcome),
    ...checkBuyers(outcome),
    ...checkWeek(outcome),
    ...checkMessages(outcome),
    ...checkCopies(outcome),
  ];
}

function checkPayments({ books: { orders, payments } }: Outcome): string[] {
  return payments
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ id, amount_received }) => {
      const own = orders.filter(({ payment_intent_id }) => payment_intent_id === id);
      if (own.length !== 1) return [`${id} was paid and has ${own.length} orders`];
      const [order] = own as [OrderRow];
      const isRight = order.paid_amount === amount_received && order.total_pence === amount_received;
      return isRight ? [] : [`${id}: ${amount_received} paid, but ${order.order_number} says otherwise`];
    });
}

/** What Stripe says of a payment, in the words of an order. */
function paymentStatusOf(payment: Stripe.PaymentIntent | undefined): string {
  if (payment === undefined) return 'none';
  const { status } = payment;
  if (status === 'requires_capture') return 'processing';
  return status === 'succeeded' || status === 'processing' ? status : 'failed';
}

function checkOrders({ books: { orders, payments, mails }, buyers, taken }: Outcome): string[] {
  const paid = new Map(payments.map((payment) => [payment.id, payment]));
  const people = new Map(buyers.map((buyer) => [buyer.email, buyer]));
  const received = new Map(taken.map((each) => [each.mail.messageId, each]));
  return orders.flatMap((order) => {
    const wrongs: string[] = [];
    const payment = paid.get(order.payment_intent_id);
    if (order.payment_status !== paymentStatusOf(payment))
      wrongs.push(`is ${order.payment_status}, and its payment ${payment?.status ?? 'does not exist'}`);
    const reason = order.flag?.replace(MISSING_DETAILS, '').trim();
    if (reason && !hasWeekFlag(order.flag)) wrongs.push(`has the flag: ${order.flag}`);
    const buyer = people.get(order.customer_email ?? '');
    if (!buyer) wrongs.push(`has a stranger for a buyer: ${order.customer_email}`);
    else wrongs.push(...compareDetails(order, buyer));
    // Where all the money has gone back, nothing is confirmed that was not confirmed before.
    if (order.payment_status === 'succeeded' && order.refunded_pence < order.paid_amount) {
      const kinds = ['order_notification', ...(isConfirmable(order.flag) ? ['order_confirmation'] : [])];
      for (const kind of kinds) {
        const mail = mails.find((each) => each.kind === kind && each.subject_id === order.id);
        const arrived = received.get(mail?.mime_message_id);
        if (mail?.state !== 'sent') wrongs.push(`its ${kind} is ${mail?.state ?? 'missing'}`);
        else if (arrived === undefined) wrongs.push(`its ${kind} never arrived`);
        else if (arrived.to[0] !== mail.recipient) wrongs.push(`its ${kind} went to ${arrived.to}`);
      }
    }
    return wrongs.map((wrong) => `${order.order_number} (${order.payment_intent_id}) ${wrong}`);
  });
}

function compareDetails(order: OrderRow, buyer: Buyer): string[] {
  const hasFewDetails = buyer.way === 'late' && !buyer.hasCompleted;
  const wanted = {
    quantity: buyer.quantity,
    total_pence: buyer.quantity * BOX_PENCE,
    ...(!hasFewDetails && {
      week: buyer.week,
      customer_name: 'Ada Holly',
      shipping_address: buyer.street,
      shipping_city: 'Taunton',
      shipping_postcode: 'TA1 1AA',
    }),
  };
  return Object.entries(wanted)
    .filter(([name, value]) => order[name as keyof OrderRow] !== value)
    .map(([name, value]) => `has ${order[name as keyof OrderRow]} for ${name}, and ${value} was ordered`)
    .concat(!hasFewDetails && order.flag?.includes(MISSING_DETAILS) ? ['lacks details that were given'] : []);
}

function checkBuyers({ books: { orders }, buyers }: Outcome): string[] {
  return buyers.flatMap(({ email, orderNumber }) => {
    const own = orders.filter((order) => order.customer_email === email);
    const wrongs = own.length > 1 ? [`${email} bought once and has ${own.length} orders`] : [];
    const isKept = orderNumber === null || own.some((order) => order.order_number === orderNumber);
    return isKept ? wrongs : [...wrongs, `${email} was told of ${orderNumber}, which does not exist`];
  });
}

function checkWeek({ books: { orders }, cappedBoxes }: Outcome): string[] {
  const standing = orders.filter(
    ({ week, status, flag }) => week === CAPPED_WEEK && status !== 'cancelled' && !hasWeekFlag(flag),
  );
  const sold = standing.reduce((sum, { quantity }) => sum + quantity, 0);
  return sold > cappedBoxes ? [`${sold} boxes were sold of ${cappedBoxes}, without a flag`] : [];
}

function checkMessages({ books: { messages, mails }, writers, taken }: Outcome): string[] {
  const received = new Set(taken.map(({ mail }) => mail.messageId));
  return writers
    .filter(({ isAccepted }) => isAccepted)
    .flatMap(({ email }) => {
      const stored = messages.filter((message) => message.email === email);
      if (stored.length !== 1) return [`the message of ${email} is stored ${stored.length} times`];
      const mail = mails.find((each) => each.subject_id === stored[0]?.id);
      const isDelivered = mail !== undefined && received.has(mail.mime_message_id);
      return isDelivered ? [] : [`the message of ${email} is ${mail?.state ?? 'not in the outbox'}`];
    });
}

/** A mail may come twice only where nobody could know that it had come: the line broke, or the service was killed. */
function checkCopies({ taken }: Outcome): string[] {
  return taken.flatMap((copy, at) => {
    const earlier = taken.slice(0, at).findLast((each) => each.mail.messageId === copy.mail.messageId);
    const isExplained = !earlier?.wasToldSo || earlier.start !== copy.start;
    if (earlier && !isExplained) return [`${copy.mail.messageId} was sent twice for no reason`];
    return earlier && earlier.raw !== copy.raw ? [`${copy.mail.messageId} came in two forms`] : [];
  });
}
