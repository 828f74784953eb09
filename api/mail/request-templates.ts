import type { Transaction } from 'kysely';
import { type ClockTime, formatClockTime } from '#domain/content/opening-hours.ts';
import { countOf } from '#domain/count.ts';
import { addDays, formatDay, type IsoDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { KEY_PLACEHOLDERS } from '#domain/mails.ts';
import { formatAmount } from '#domain/money.ts';
import { TRANSFER_DAYS } from '#domain/orders/payment-method.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Shop } from '#domain/schemas/shop.ts';
import { PAY_PATH } from '#forms/pay-page.ts';
import type { Database } from '../db/schema.ts';
import type { Attempt } from '../orders/attempts-repository.ts';
import { deriveOrderId } from '../orders/order-identity.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import { address, greeting, linkToOrder, linkToSite, listPurchase, week } from './order-templates.ts';
import { enqueueMail } from './outbox-repository.ts';
import type { Template, TemplatePart } from './template.ts';

/** What somebody is asked to pay for. */
export interface PaymentRequest {
  readonly attempt: Attempt;
  /** The order that waits for a transfer. Null for a link that makes an order. */
  readonly order: Order | null;
}

/** To somebody who has ordered by telephone: what to pay, and how. */
export function writePaymentRequest(
  request: PaymentRequest,
  { farm, sale }: Pick<MailSettings, 'farm' | 'sale'>,
): Template {
  const { attempt, order } = request;
  const isLink = attempt.paymentMethod === 'card';
  return {
    subject: order
      ? `Your order ${order.orderNumber}: please pay ${formatAmount(attempt.totalPence)}`
      : `Your order from ${farm.shortName}: please pay ${formatAmount(attempt.totalPence)}`,
    from: farm,
    parts: [
      greeting(attempt),
      `Thank you for your call. We’ve put ${formatBoxes(attempt.quantity)} aside for you.`,
      ...(isLink ? askByLink(attempt, farm) : askByTransfer(request, farm, sale?.transfers)),
      {
        kind: 'facts',
        facts: [
          ...(order ? [['Order number', order.orderNumber] as const] : []),
          ['Items', `${formatBoxes(attempt.quantity)} of Nordmann Fir branches`],
          ['To pay', formatAmount(attempt.totalPence)],
          ['Delivery', week(order ?? attempt)],
          ['Deliver to', address(order ?? attempt)],
        ],
      },
      ...(order === null ? [] : linkToOrder(order, { farm })),
      'If anything isn’t right, please ring us or write.',
    ],
  };
}

function askByLink({ totalPence, endsAt }: Attempt, farm: Farm): TemplatePart[] {
  return [
    `Please pay by card by ${formatEnd(endsAt)}. We’ll hold them for you until then.`,
    linkToSite(`Pay ${formatAmount(totalPence)}`, `${PAY_PATH}?key=${KEY_PLACEHOLDERS.payment}`, farm),
  ];
}

function askByTransfer(
  { attempt, order }: PaymentRequest,
  farm: Farm,
  { remindAfterDays } = TRANSFER_DAYS as Shop['transfers'],
): TemplatePart[] {
  const lastDay = addDays(londonDay(new Date(attempt.endsAt ?? attempt.createdAt)), -1);
  return [
    ...writeTransfer(
      `Please pay ${formatAmount(attempt.totalPence)} by bank transfer`,
      order,
      farm,
      'We’ll ring you with our account details.',
    ),
    'We’ll e-mail you when the money has arrived.',
    `We’ll hold your order until the end of ${formatDay(lastDay, 'full')}. If your transfer hasn’t come after ${countOf(remindAfterDays, 'day')}, we’ll remind you once. If it hasn’t come by then, we’ll let it go.`,
  ];
}

/** What to do, and the farm's account. @param otherwise what is said if the farm has given none */
function writeTransfer(
  what: string,
  order: Pick<Order, 'orderNumber'> | null,
  { bankAccount }: Farm,
  otherwise: string,
): TemplatePart[] {
  if (bankAccount === undefined) return [`${what}. ${otherwise}`];
  return [
    `${what} to our account:`,
    {
      kind: 'facts',
      facts: [
        ['Account name', bankAccount.name],
        ['Sort code', bankAccount.sortCode],
        ['Account number', bankAccount.number],
        ['Reference', order?.orderNumber ?? ''],
      ],
    },
  ];
}

/** To a buyer whose bank transfer has not come for some days. @param lastDay until whose end it is waited for */
export function writeReminder(order: Order, lastDay: IsoDay, farm: Farm): Template {
  const sum = formatAmount(order.totalPence);
  return {
    subject: `Your order ${order.orderNumber}: your transfer hasn’t reached us yet`,
    from: farm,
    parts: [
      greeting(order),
      `We’re holding ${formatBoxes(order.quantity)} for you, and your bank transfer of ${sum} hasn’t reached us yet. If you’ve just sent it, thank you: there’s nothing more to do.`,
      ...writeTransfer(
        `Otherwise, please pay ${sum} by the end of ${formatDay(lastDay, 'full')}, by bank transfer`,
        order,
        farm,
        'If you haven’t got our account details, please ring us.',
      ),
      'If it hasn’t come by then, we’ll let your order go. If you no longer want it, just let us know.',
      ...linkToOrder(order, { farm }),
      'If anything isn’t right, please ring us or write, and quote your order number.',
    ],
  };
}

/** To a buyer whose bank transfer has not come in time. */
export function writeLapse(order: Order, lastDay: IsoDay, farm: Farm): Template {
  return {
    subject: `Your order ${order.orderNumber} has lapsed: your transfer hasn’t come`,
    from: farm,
    parts: [
      greeting(order),
      `We held ${formatBoxes(order.quantity)} for you until the end of ${formatDay(lastDay, 'full')}. Your bank transfer of ${formatAmount(order.totalPence)} hasn’t reached us, so we’ve let your order go. Nothing will be sent, and there’s nothing to pay.`,
      'If your transfer still arrives, it isn’t lost. We’ll get in touch: your order goes out after all if there are boxes left and you’d still like it, or all your money goes back to you.',
      { kind: 'facts', facts: listPurchase(order) },
      'If you’d still like some branches, please ring us or write.',
    ],
  };
}

/** `Tuesday, 25 November, 14:30`: when a link ends, in Europe/London. */
export function formatEnd(endsAt: string | null): string {
  const end = new Date(endsAt ?? 0);
  return `${formatDay(londonDay(end), 'weekday')}, ${formatClockTime(formatLondonTime(end).slice(0, 5) as ClockTime)}`;
}

/**
 * Queues the mail that asks for a payment. Nothing if there is no e-mail address.
 * @param again when a person sends it again
 */
export async function enqueuePaymentRequest(
  trx: Transaction<Database>,
  request: PaymentRequest,
  settings: MailSettings,
  now: Date,
  again?: Date,
): Promise<void> {
  const { attempt, order } = request;
  const orderId = order?.id ?? deriveOrderId(attempt.id);
  const subjectId = `${orderId}/${attempt.id}${again ? `/${again.getTime()}` : ''}`;
  const mail = {
    kind: 'payment_request' as const,
    subjectId,
    address: order?.customerEmail ?? attempt.customerEmail,
    template: writePaymentRequest(request, settings),
  };
  await enqueueMail(trx, mail, settings, now);
}
