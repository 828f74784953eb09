import { formatAmount } from '#domain/money.ts';
import { pathOfOrder } from '#domain/office.ts';
import {
  countBoxes,
  countMoneyOwed,
  describeItems,
  describeMoneyBack,
  findAgreedWeek,
  isFullyRefunded,
} from '#domain/orders/describe-order.ts';
import { OWN_WORDS } from '#domain/orders/order-changes.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { type ChangedOrder, isSameAddress, type NewRefund } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import {
  address,
  greeting,
  linkToOrder,
  linkToSite,
  listOrder,
  listPurchase,
  quoteGift,
  quoteInstructions,
  week,
} from './order-templates.ts';
import type { Template } from './template.ts';

type TemplateSettings = Pick<MailSettings, 'farm' | 'sale'>;

/**
 * To the buyer, if the farm or the buyer has moved or cancelled the order. The farm's own words come first.
 * @param told the paragraphs of changes just before, which no mail has told yet
 */
export function writeChangeTemplate(
  changed: ChangedOrder,
  settings: TemplateSettings,
  told: readonly string[] = [],
): Template {
  const { after } = changed;
  const isCancelled = isCancelledNow(changed);
  const news = [
    ...writeNote(changed.note),
    isCancelled ? describeCancellation(changed) : describeChange(changed),
  ];
  return {
    subject: `Your order ${after.orderNumber} ${isCancelled ? 'is cancelled' : 'has changed'}`,
    from: settings.farm,
    parts: [
      greeting(after),
      ...told.filter((each) => !news.includes(each)),
      ...news,
      {
        kind: 'facts',
        facts: isCancelled ? listPurchase(after) : listOrder({ ...after, week: findAgreedWeek(after) }),
      },
      ...(isCancelled ? [] : quoteGift(after, 'your')),
      ...(isCancelled ? [] : quoteInstructions(after, 'Your instructions for us:')),
      ...(isCancelled ? [] : linkToOrder(after, settings)),
      'If that isn’t what you wanted, please ring us or write, and quote your order number.',
    ],
  };
}

/** The farm's own words, in paragraphs as they were typed. */
function writeNote(note = ''): string[] {
  const paragraphs = note.split(/\n\s*\n/).map((text) => text.trim());
  return paragraphs.filter((text) => text !== '');
}

/** To the farm, if a buyer has changed or cancelled their order. */
export function writeBuyerChangeNotice(changed: ChangedOrder, farm: Farm): Template {
  const { before, after } = changed;
  const isCancelled = isCancelledNow(changed);
  const due = formatAmount(countMoneyOwed(after));
  const task = `Please refund ${due}.`;
  const facts: [string, string][] = [
    ['Items', describeItems(after)],
    ...was('Delivery', week(before), week(after)),
    ...was('Deliver to', address(before), address(after)),
    ...OWN_WORDS.filter((name) => before[name] !== after[name]).flatMap((name) =>
      was(DELIVERY_FIELDS[name].farmLabel, before[name] ?? 'none', after[name] ?? 'none'),
    ),
  ];
  return {
    subject: `Order ${after.orderNumber} ${isCancelled ? `cancelled by its buyer: refund ${due}` : 'changed by its buyer'}`,
    parts: [
      `The buyer has ${isCancelled ? 'cancelled' : 'changed'} order ${after.orderNumber}.`,
      ...(isCancelled ? [task] : []),
      { kind: 'facts', facts },
      linkToSite('Open the order', pathOfOrder(after.orderNumber), farm),
    ],
  };
}

function isCancelledNow({ before, after }: ChangedOrder): boolean {
  return after.status === 'cancelled' && before.status !== 'cancelled';
}

function isRevived({ before, after }: ChangedOrder): boolean {
  return before.status === 'cancelled' && after.status === 'processing';
}

function describeCancellation({ actor, after }: ChangedOrder): string {
  const what = `your order ${after.orderNumber}, and nothing will be sent.`;
  const who = actor === 'buyer' ? 'You’ve cancelled' : 'We’ve cancelled';
  return `${who} ${what} ${describeMoneyBack(after)}`;
}

function describeChange(changed: ChangedOrder): string {
  const { actor, before, after } = changed;
  const number = after.orderNumber;
  if (actor === 'buyer') return `You’ve changed your order ${number}. Here it is now.`;
  if (isRevived(changed)) return `We’ll send your order ${number} after all. Here it is now.`;
  if (before.week !== after.week) {
    const now = week(after).replace('Week', 'week');
    return `We’ve moved your order ${number} to the ${now}. Before, it was: ${week(before)}.`;
  }
  return isSameAddress(before, after)
    ? `We’ve changed your order ${number}. Here it is now.`
    : `We’ve changed the address of your order ${number}.`;
}

function was(name: string, before: string, after: string): [string, string][] {
  return before === after
    ? [[name, after]]
    : [
        [`${name} now`, after],
        [`${name} before`, before],
      ];
}

/** Whether to tell the buyer: the change is about when, where, how, or whether the order arrives, or where we write. */
export function isNewsForBuyer(changed: ChangedOrder): boolean {
  const { before, after } = changed;
  return (
    isCancelledNow(changed) ||
    isRevived(changed) ||
    before.week !== after.week ||
    !isSameAddress(before, after) ||
    OWN_WORDS.some((name) => before[name] !== after[name]) ||
    before.customerEmail !== after.customerEmail
  );
}

/**
 * To the buyer, after a refund.
 * @param order after the refund
 * @param note the farm's own words, if it has cancelled the order with the refund
 */
export function writeRefundTemplate(order: Order, refund: NewRefund, farm: Farm, note?: string): Template {
  return {
    from: farm,
    subject:
      order.status === 'cancelled' && isFullyRefunded(order)
        ? `Your order ${order.orderNumber} is cancelled and refunded`
        : `Your refund for order ${order.orderNumber}`,
    parts: [
      greeting(order),
      ...writeNote(note),
      `We’ve refunded ${describeRefund(order, refund)}.`,
      describeRefundWay(order),
      ...describeRest(order),
      {
        kind: 'facts',
        facts: [['Refunded now', formatAmount(refund.pence)], ...listPurchase(order)],
      },
      'If anything isn’t right, please ring us or write, and quote your order number.',
    ],
  };
}

function describeRefundWay({ paymentMethod }: Order): string {
  if (paymentMethod === 'cash') return 'We’ve given it back to you in cash.';
  if (paymentMethod === 'bank') return 'We’ve sent it to your bank account.';
  return 'The money goes back to the card you paid with. That takes 5 to 10 working days, depending on your bank.';
}

function describeRefund({ orderNumber, quantity }: Order, { pence, boxes }: NewRefund): string {
  if (boxes <= 0) return `${formatAmount(pence)} of what you paid for your order ${orderNumber}`;
  const all = boxes === quantity && boxes > 1 ? 'all ' : '';
  return `${formatAmount(pence)} for ${all}${formatBoxes(boxes)} of your order ${orderNumber}`;
}

/** What happens to the order now. Nothing, if the parcel is on its way. */
function describeRest(order: Order): string[] {
  if (order.status === 'cancelled') return ['The order is cancelled, and nothing more will be sent.'];
  if (order.status !== 'processing' || isFullyRefunded(order)) return [];
  return [`We’ll still send you ${formatBoxes(countBoxes(order).toSend)}.`];
}
