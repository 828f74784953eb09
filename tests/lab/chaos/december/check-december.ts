import type { Received } from '../../../api/mail/smtp-inbox.ts';
import type { Books, OrderRow } from '../books.ts';
import { SNOW, type Totals } from './office.ts';
import { BOX_PENCE, type Customer } from './people.ts';

export interface December {
  readonly books: Books;
  readonly customers: readonly Customer[];
  readonly received: readonly Received[];
  /** The tracking numbers of each order, by its id. */
  readonly parcels: ReadonlyMap<string, readonly string[]>;
  /** The week that snow closed, and where its buyers moved to. */
  readonly closed: string;
  readonly later: string;
  readonly goodwill: { readonly orderNumber: string; readonly pence: number };
  readonly totals: Totals;
}

/** Everything that is not as it must be; empty when the books agree and nobody was told anything untrue. */
export function checkDecember(december: December): string[] {
  const { books, customers } = december;
  return [
    ...books.damage,
    ...checkMoney(december),
    ...customers.flatMap((customer) => {
      const own = books.orders.filter(({ customerEmail }) => customerEmail === customer.email);
      if (own.length !== 1) return [`${customer.email} has ${own.length} orders`];
      const [order] = own as [OrderRow];
      const wrongs = [...checkOrder(december, customer, order), ...checkMails(december, customer, order)];
      return wrongs.map((wrong) => `${order.orderNumber} of ${customer.email} ${wrong}`);
    }),
  ];
}

export function isByCard({ paymentMethod }: OrderRow): boolean {
  return paymentMethod === 'card';
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function checkMoney({ books, totals }: December): string[] {
  const paid = books.orders.filter(({ paymentStatus }) => paymentStatus === 'succeeded');
  const inShop = sum(paid.filter(isByCard).map((order) => order.paidAmount - order.refundedPence));
  const atStripe =
    sum(books.payments.map(({ amount_received }) => amount_received)) -
    sum(books.refunds.map(({ amount }) => amount));
  const all = sum(paid.map(({ totalPence }) => totalPence));
  const refunded = sum(paid.map(({ refundedPence }) => refundedPence));
  const kept = totals.byCard + totals.byHand;
  return [
    ...(totals.byCard === atStripe
      ? []
      : [`the CSV has ${totals.byCard} pence by card, and Stripe ${atStripe}`]),
    ...(kept === all - refunded
      ? []
      : [`the CSV has ${kept} pence in all, and the orders ${all - refunded}`]),
    ...(inShop === atStripe ? [] : [`the shop has ${inShop} pence by card, and Stripe ${atStripe}`]),
    ...(totals.revenue === all ? [] : [`the page says ${totals.revenue} pence, and the orders ${all}`]),
    ...(totals.refunded === refunded ? [] : [`the page says ${totals.refunded} refunded, not ${refunded}`]),
  ];
}

function isFull({ refundedPence, paidAmount }: OrderRow): boolean {
  return refundedPence === paidAmount;
}

function checkOrder(
  { closed, later, parcels, goodwill }: December,
  { quantity, week, gift, name }: Customer,
  order: OrderRow,
): string[] {
  const isOff = week === closed && isFull(order);
  const given = order.orderNumber === goodwill.orderNumber ? goodwill.pence : 0;
  const wanted: Partial<OrderRow> = {
    quantity,
    totalPence: quantity * BOX_PENCE,
    week: week === closed && !isOff ? later : week,
    status: isOff ? 'cancelled' : 'shipped',
    paymentStatus: 'succeeded',
    refundedPence: isOff ? quantity * BOX_PENCE : given,
    customerName: name,
    recipientName: gift?.recipient ?? null,
  };
  const wrongs = Object.entries(wanted)
    .filter(([field, value]) => order[field as keyof OrderRow] !== value)
    .map(([field, value]) => `has ${order[field as keyof OrderRow]} for ${field}, not ${value}`);
  const sent = parcels.get(order.id)?.length ?? 0;
  const boxes = isOff ? 0 : quantity;
  if (order.flags.length > 0) wrongs.push(`has flags: ${JSON.stringify(order.flags)}`);
  return sent === boxes ? wrongs : [...wrongs, `has ${sent} parcels for ${boxes} boxes`];
}

/** What the buyer was told, against what is so. */
function checkMails(
  { books, received, parcels, closed, goodwill }: December,
  { email, way, week, gift }: Customer,
  order: OrderRow,
): string[] {
  const wrongs: string[] = [];
  const own = received.filter(({ to }) => to.includes(email));
  const ids = own.map(({ mail }) => mail.messageId);
  if (new Set(ids).size !== ids.length) wrongs.push('got a mail twice');
  const texts = own.map(({ mail }) => `${mail.subject}\n${mail.text ?? ''}`.replaceAll(/\s+/g, ' '));
  const count = (part: string) => texts.filter((text) => text.includes(part)).length;
  const expectMails = (part: string, wanted: number) => {
    if (count(part) !== wanted) wrongs.push(`got ${count(part)} mails with “${part}”, not ${wanted}`);
  };
  const isOff = isFull(order);
  const isMoved = week === closed && !isOff;
  const numbers = parcels.get(order.id) ?? [];
  expectMails(`Your order ${order.orderNumber} from`, 1);
  for (const number of numbers) expectMails(`${number} `, 1);
  const said = texts.flatMap((text) => text.match(/AB\d{9}GB/g) ?? []);
  const untrue = said.filter((number) => !numbers.includes(number));
  if (untrue.length > 0) wrongs.push(`was told of ${untrue.join(', ')}`);
  if (isOff) expectMails('on its way', 0);
  expectMails(SNOW, isMoved || (isOff && isByCard(order)) ? 1 : 0);
  expectMails('We’ve moved your order', isMoved ? 1 : 0);
  expectMails('We’ve refunded', isOff || order.orderNumber === goodwill.orderNumber ? 1 : 0);
  if (gift && !texts.some((text) => text.includes(gift.recipient)))
    wrongs.push('was not told whom its present is for');
  const unsent = books.mails.filter(({ recipient, state }) => recipient === email && state !== 'sent');
  if (unsent.length > 0) wrongs.push(`has ${unsent.length} mails that were not sent`);
  return way === 'bank' && count('bank transfer') === 0 ? [...wrongs, 'was not told how to pay'] : wrongs;
}
