import { type Pence, toPence } from '#domain/money.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Order } from '../orders/orders-repository.ts';
import { countRefundedBoxes, countStandingBoxes, isFullyRefunded } from '../orders/refunded-boxes.ts';
import { greeting, listContacts, pounds } from './order-templates.ts';
import type { Template } from './template.ts';

/**
 * To the buyer, when money has gone back.
 * @param order as it is after the refund
 * @param pence what has gone back this time
 */
export function writeRefundTemplate(order: Order, pence: Pence, farm: Farm): Template {
  return {
    subject: `Your refund for order ${order.orderNumber}`,
    parts: [
      { kind: 'paragraph', text: greeting(order) },
      { kind: 'paragraph', text: `We have refunded ${describeRefund(order, pence)}.` },
      {
        kind: 'paragraph',
        text: 'The money goes back to the card that you paid with. That takes 5 to 10 working days, depending on your bank.',
      },
      ...describeRest(order).map((text) => ({ kind: 'paragraph', text }) as const),
      {
        kind: 'facts',
        facts: [
          ['Order number', order.orderNumber],
          ['Refunded now', pounds(pence)],
          ['Refunded in all', pounds(order.refundedPence)],
        ],
      },
      {
        kind: 'paragraph',
        text: 'If something is not right, please ring or write, and quote the order number.',
      },
      { kind: 'facts', facts: listContacts(farm) },
      { kind: 'paragraph', text: `With best wishes from everybody at ${farm.name}` },
    ],
  };
}

function describeRefund(order: Order, pence: Pence): string {
  const before = countRefundedBoxes({ ...order, refundedPence: toPence(order.refundedPence - pence) });
  const refunded = countRefundedBoxes(order) - before;
  const number = order.orderNumber;
  if (refunded === 0) return `${pounds(pence)} of what you paid for your order ${number}`;
  const isAll = refunded === order.quantity;
  return `${pounds(pence)} for ${isAll && refunded > 1 ? 'all ' : ''}${formatBoxes(refunded)} of your order ${number}`;
}

/** What becomes of the order. Of a parcel that is on its way there is nothing to say. */
function describeRest(order: Order): string[] {
  if (order.status === 'cancelled') return ['The order is cancelled, and nothing more will be sent.'];
  if (order.status !== 'processing' || isFullyRefunded(order)) return [];
  const left = formatBoxes(countStandingBoxes(order));
  return [`We will still send you ${left}, as you ordered.`];
}
