import { wordsToLines } from '#content/reader/words.ts';
import { formatDay, type IsoDay, londonDay, parseDay } from '#domain/dates.ts';
import { labelWeek, lastDayForChanges } from '#domain/delivery/weeks.ts';
import { KEY_PLACEHOLDERS } from '#domain/mails.ts';
import { pathOfOrder } from '#domain/office.ts';
import {
  countBoxes,
  countTotalNow,
  describeBoxes,
  describeItems,
  describeState,
  findAgreedWeek,
  findLossToSettle,
  listSums,
} from '#domain/orders/describe-order.ts';
import { type Fact, listAddress, listContacts } from '#domain/orders/order-fields.ts';
import { describeFlags, findWeekLoss, isConfirmable } from '#domain/orders/order-flags.ts';
import { METHOD_WORDS } from '#domain/orders/payment-method.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { describeVat } from '#domain/vat.ts';
import { MANAGE_ORDER_PATH } from '#forms/manage-order-page.ts';
import type { OrderDetails } from '../orders/details.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { MailSettings, SaleTerms } from './mail-settings.ts';
import type { Template, TemplatePart } from './template.ts';

/** To the buyer, once the payment has succeeded: a confirmation to keep, with the terms of sale. */
export function writeOrderConfirmation(
  order: Order,
  { farm, sale = {} }: Pick<MailSettings, 'farm' | 'sale'>,
): Template {
  const needsWeek = findLossToSettle(order) !== null;
  return {
    subject: `Your order ${order.orderNumber} ${needsWeek ? 'needs another week' : `from ${farm.shortName}`}`,
    from: farm,
    terms: wordsToLines(sale.cancellationTerms ?? [], (href) => ` (${new URL(href, farm.website).href})`),
    parts: [
      greeting(order),
      `Thank you for your order. ${describeState(order)}`,
      { kind: 'facts', facts: listOrder({ ...order, week: findAgreedWeek(order) }) },
      ...describeSale(order, sale),
      ...quoteGift(order, 'your'),
      ...quoteInstructions(order, 'Your instructions for us:'),
      ...linkToOrder(order, { farm, sale }),
      'If anything isn’t right, please ring us or write, and quote your order number.',
    ],
  };
}

/** To the farm, with the same facts and the buyer's contact details. */
export function writeOrderNotification(order: Order, farm: Farm): Template {
  const taken = order.takenBy === null ? [] : [['Taken by', `${order.takenBy}, by telephone`] as const];
  return {
    subject: `New order ${order.orderNumber}: ${describeBoxes(countBoxes(order))}, ${labelWeek(order.week)}`,
    parts: [
      ...(order.flags.length === 0
        ? []
        : [
            `Please look at this order before you pack it. ${isConfirmable(order.flags) ? '' : 'The buyer hasn’t had a confirmation yet. '}${describeFlags(order.flags)}`,
          ]),
      { kind: 'facts', facts: listOrder(order) },
      ...quoteGift(order, 'the buyer’s'),
      ...quoteInstructions(order, 'The buyer’s instructions:'),
      {
        kind: 'facts',
        facts: [...listContacts(order), ...taken, ['Paid', METHOD_WORDS[order.paymentMethod]]],
      },
      linkToSite('Open the order', pathOfOrder(order.orderNumber), farm),
    ],
  };
}

/** The button that leads to a page of the shop or the office. */
export function linkToSite(label: string, path: string, { website }: Farm): TemplatePart {
  return { kind: 'link', label, url: new URL(path, website).href as `https://${string}` };
}

/** The button that leads to the buyer's own page, and until when the order can be changed there, if it can. */
export function linkToOrder(
  order: Pick<Order, 'status' | 'paymentStatus' | 'parcels' | 'week' | 'flags' | 'createdAt'>,
  { farm, sale }: Pick<MailSettings, 'farm' | 'sale'>,
): TemplatePart[] {
  const path = `${MANAGE_ORDER_PATH}?key=${KEY_PLACEHOLDERS.order}`;
  const lastDay = findLastDayForChanges(order, sale);
  const label = findLossToSettle(order) ? 'Choose another week, or your money back' : 'See your order';
  if (lastDay === undefined) return [linkToSite(label, path, farm)];
  const text = `You can change or cancel your order until the end of ${formatDay(lastDay, 'full')}.`;
  return [text, linkToSite('See or change your order', path, farm)];
}

/** @returns undefined if there is nothing to change any more, or was not when it was bought, or the week is still to be agreed */
function findLastDayForChanges(
  { status, paymentStatus, parcels, week, flags, createdAt }: Parameters<typeof linkToOrder>[0],
  sale?: SaleTerms,
): IsoDay | undefined {
  const id = parseDay(week ?? '');
  const isOpen = status === 'processing' && paymentStatus === 'succeeded' && parcels.length === 0;
  if (!isOpen || id === null || findWeekLoss(flags)) return undefined;
  const lastDay = lastDayForChanges(sale?.weeks?.find((each) => each.id === id) ?? { id });
  return londonDay(new Date(createdAt)) <= lastDay ? lastDay : undefined;
}

function describeSale(order: Order, { vat }: SaleTerms): TemplatePart[] {
  const parts = [
    'Delivery is included in the price',
    ...(vat ? [describeVat(countTotalNow(order), vat)] : []),
  ];
  return [`${parts.join('. ')}.`];
}

export function listOrder(order: Order): Fact[] {
  return [...listPurchase(order), ['Delivery', week(order)], ['Deliver to', address(order)]];
}

/** The first fact of every mail about an order. */
export const ORDER_NUMBER = 'Order number';

/** What was ordered and paid, without when and where it goes. */
export function listPurchase(order: Order): Fact[] {
  return [
    [ORDER_NUMBER, order.orderNumber],
    ['Ordered on', formatDay(londonDay(new Date(order.createdAt)), 'full')],
    ['Items', describeItems(order)],
    ...listSums(order),
  ];
}

export function greeting({ customerName }: Pick<Order, 'customerName'>): string {
  return customerName === null ? 'Hello,' : `Hello ${customerName},`;
}

export function week(order: Pick<Order, 'week'>): string {
  const id = parseDay(order.week ?? '');
  return id === null ? labelWeek(null) : `Week of ${formatDay(id, 'year')}`;
}

export function address(order: OrderDetails): string {
  return listAddress(order).join('\n') || 'no address given';
}

export function quoteInstructions({ specialInstructions }: Order, label: string): TemplatePart[] {
  if (specialInstructions === null || specialInstructions === '') return [];
  return [label, { kind: 'quotation', text: specialInstructions }];
}

/** Whom a gift is for, and the message in its box. */
export function quoteGift({ recipientName, giftMessage }: Order, whose: string): TemplatePart[] {
  const who = recipientName ? `For ${recipientName}` : 'As a gift';
  if (!giftMessage) return recipientName ? [`${who}. Nothing in the box shows the price.`] : [];
  return [`${who}, with ${whose} message:`, { kind: 'quotation', text: giftMessage }];
}
