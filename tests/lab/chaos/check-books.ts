import type Stripe from 'stripe';
import { dropFlags } from '../../../api/orders/flags.ts';
import {
  describeFlags,
  findWeekLoss,
  hasFlag,
  isConfirmable,
  WEEK_FLAGS,
} from '../../../src/domain/orders/order-flags.ts';
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

/** Everything that is not as it must be, in messages with ids; empty when nothing was lost, doubled or made up. */
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
      const own = orders.filter(({ paymentIntentId }) => paymentIntentId === id);
      if (own.length !== 1) return [`${id} was paid and has ${own.length} orders`];
      const [order] = own as [OrderRow];
      const isRight = order.paidAmount === amount_received && order.totalPence === amount_received;
      return isRight ? [] : [`${id}: ${amount_received} paid, but ${order.orderNumber} says otherwise`];
    });
}

/** A payment at Stripe as an order describes it. */
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
    const payment = paid.get(order.paymentIntentId);
    if (order.paymentStatus !== paymentStatusOf(payment))
      wrongs.push(`is ${order.paymentStatus}, and its payment ${payment?.status ?? 'does not exist'}`);
    const unexpected = dropFlags(order.flags, 'missing_details', ...WEEK_FLAGS);
    if (unexpected.length > 0) wrongs.push(`has the flags: ${describeFlags(unexpected)}`);
    const buyer = people.get(order.customerEmail ?? '');
    if (!buyer) wrongs.push(`has an unknown buyer: ${order.customerEmail}`);
    else wrongs.push(...compareDetails(order, buyer));
    // Where all the money has gone back, nothing is confirmed that was not confirmed before.
    if (order.paymentStatus === 'succeeded' && order.refundedPence < order.paidAmount) {
      // Nobody is told what they have just written down themselves.
      const isNews = order.paymentMethod === 'card';
      const kinds = [
        ...(isNews ? ['order_notification'] : []),
        ...(isConfirmable(order.flags) ? ['order_confirmation'] : []),
      ];
      for (const kind of kinds) {
        const mail = mails.find((each) => each.kind === kind && each.subjectId === order.id);
        const arrived = received.get(mail?.mimeMessageId);
        if (mail?.state !== 'sent') wrongs.push(`its ${kind} is ${mail?.state ?? 'missing'}`);
        else if (arrived === undefined) wrongs.push(`its ${kind} never arrived`);
        else if (arrived.to[0] !== mail.recipient) wrongs.push(`its ${kind} went to ${arrived.to}`);
      }
    }
    return wrongs.map((wrong) => `${order.orderNumber} (${order.paymentIntentId}) ${wrong}`);
  });
}

function compareDetails(order: OrderRow, buyer: Buyer): string[] {
  const hasFewDetails = buyer.way === 'late' && !buyer.hasCompleted;
  const wanted = {
    quantity: buyer.quantity,
    totalPence: buyer.quantity * BOX_PENCE,
    ...(!hasFewDetails && {
      week: buyer.week,
      customerName: 'Ada Holly',
      shippingAddress: buyer.street,
      shippingCity: 'Taunton',
      shippingPostcode: 'TA1 1AA',
    }),
  };
  return Object.entries(wanted)
    .filter(([name, value]) => order[name as keyof OrderRow] !== value)
    .map(([name, value]) => `has ${order[name as keyof OrderRow]} for ${name}, and ${value} was ordered`)
    .concat(
      !hasFewDetails && hasFlag(order.flags, 'missing_details') ? ['lacks details that were given'] : [],
    );
}

function checkBuyers({ books: { orders }, buyers }: Outcome): string[] {
  return buyers.flatMap(({ email, orderNumber }) => {
    const own = orders.filter((order) => order.customerEmail === email);
    const wrongs = own.length > 1 ? [`${email} bought once and has ${own.length} orders`] : [];
    const isKept = orderNumber === null || own.some((order) => order.orderNumber === orderNumber);
    return isKept ? wrongs : [...wrongs, `${email} was told of ${orderNumber}, which does not exist`];
  });
}

function checkWeek({ books: { orders }, cappedBoxes }: Outcome): string[] {
  const standing = orders.filter(
    ({ week, status, flags }) =>
      week === CAPPED_WEEK && status !== 'cancelled' && findWeekLoss(flags) === null,
  );
  // A box that is paid back is sold again.
  const sold = standing.reduce(
    (sum, { quantity, refundedPence }) => sum + quantity - Math.floor(refundedPence / BOX_PENCE),
    0,
  );
  return sold > cappedBoxes ? [`${sold} boxes were sold of ${cappedBoxes}, without a flag`] : [];
}

function checkMessages({ books: { messages, mails }, writers, taken }: Outcome): string[] {
  const received = new Set(taken.map(({ mail }) => mail.messageId));
  return writers
    .filter(({ isAccepted }) => isAccepted)
    .flatMap(({ email }) => {
      const stored = messages.filter((message) => message.email === email);
      if (stored.length !== 1) return [`the message of ${email} is stored ${stored.length} times`];
      const mail = mails.find((each) => each.subjectId === stored[0]?.id);
      const isDelivered = mail !== undefined && received.has(mail.mimeMessageId);
      return isDelivered ? [] : [`the message of ${email} is ${mail?.state ?? 'not in the outbox'}`];
    });
}

/** A mail may come twice only where nobody could know that it had come: the line broke, or the service was killed. */
function checkCopies({ taken }: Outcome): string[] {
  return taken.flatMap((copy, at) => {
    const earlier = taken.slice(0, at).findLast((each) => each.mail.messageId === copy.mail.messageId);
    const isExplained = !earlier?.wasToldSo || earlier.interruptions !== copy.interruptions;
    if (earlier && !isExplained) return [`${copy.mail.messageId} was sent twice for no reason`];
    return earlier && earlier.raw !== copy.raw ? [`${copy.mail.messageId} came in two forms`] : [];
  });
}
