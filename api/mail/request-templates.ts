import type { Transaction } from 'kysely';
import { formatDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { KEY_PLACEHOLDERS } from '#domain/mails.ts';
import { formatAmount } from '#domain/money.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { PAY_PATH } from '#forms/pay-page.ts';
import type { Database } from '../db/schema.ts';
import type { Attempt } from '../orders/attempts-repository.ts';
import { deriveOrderId } from '../orders/order-identity.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import { address, greeting, linkToOrder, week } from './order-templates.ts';
import { enqueueMail } from './outbox-repository.ts';
import type { Template, TemplatePart } from './template.ts';

/** What somebody is asked to pay for. */
export interface PaymentRequest {
  readonly attempt: Attempt;
  /** The order that waits for a transfer. Null for a link that makes an order. */
  readonly order: Order | null;
}

/** To somebody who has ordered by telephone: what to pay, and how. */
export function writePaymentRequest(request: PaymentRequest, farm: Farm): Template {
  const { attempt, order } = request;
  const isLink = attempt.paymentMethod === 'card';
  return {
    subject: order
      ? `Your order ${order.orderNumber}: please pay ${formatAmount(attempt.totalPence)}`
      : `Your order from ${farm.shortName}: please pay ${formatAmount(attempt.totalPence)}`,
    from: farm,
    parts: [
      greeting(attempt),
      `Thank you for your call. We have put ${formatBoxes(attempt.quantity)} aside for you.`,
      ...(isLink ? askByLink(attempt, farm) : askByTransfer(request, farm)),
      {
        kind: 'facts',
        facts: [
          ...(order ? [['Order number', order.orderNumber] as const] : []),
          ['Items', `${formatBoxes(attempt.quantity)} of Nordmann Fir branches`],
          ['To pay', formatAmount(attempt.totalPence)],
          ['Delivery', week(order ?? attempt)],
          ['Delivery to', address(order ?? attempt)],
        ],
      },
      ...(order === null ? [] : linkToOrder(order, { farm })),
      'If anything is not right, please ring us or write.',
    ],
  };
}

function askByLink({ totalPence, endsAt }: Attempt, farm: Farm): TemplatePart[] {
  const url = new URL(`${PAY_PATH}?key=${KEY_PLACEHOLDERS.payment}`, farm.website)
    .href as `https://${string}`;
  return [
    `Please pay by card by ${formatEnd(endsAt)}. We will hold them for you until then.`,
    { kind: 'link', label: `Pay ${formatAmount(totalPence)}`, url },
  ];
}

function askByTransfer({ attempt, order }: PaymentRequest, { bankAccount }: Farm): TemplatePart[] {
  if (bankAccount === undefined) {
    const text = `Please pay ${formatAmount(attempt.totalPence)} by bank transfer. We will ring you with our account details.`;
    return [text];
  }
  return [
    `Please pay ${formatAmount(attempt.totalPence)} by bank transfer to our account:`,
    {
      kind: 'facts',
      facts: [
        ['Account name', bankAccount.name],
        ['Sort code', bankAccount.sortCode],
        ['Account number', bankAccount.number],
        ['Reference', order?.orderNumber ?? ''],
      ],
    },
    'We will e-mail you when the money has arrived.',
  ];
}

/** `Tuesday, 25 November, 14:30`: when a link ends, in Europe/London. */
export function formatEnd(endsAt: string | null): string {
  const end = new Date(endsAt ?? 0);
  return `${formatDay(londonDay(end), 'weekday')}, ${formatLondonTime(end).slice(0, 5)}`;
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
    template: writePaymentRequest(request, settings.farm),
  };
  await enqueueMail(trx, mail, settings, now);
}
