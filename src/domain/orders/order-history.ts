import { formatDay, londonDay, parseDay } from '../dates.ts';
import { weekLabel } from '../delivery/weeks.ts';
import { formatLondonTime } from '../london-clock.ts';
import { formatPrice, type Pence, parsePounds } from '../money.ts';
import type { OrderActor, OrderEvent, SettledFlag } from './order-changes.ts';
import { addressPart, DELIVERY_FIELD_NAMES, DELIVERY_FIELDS, type DeliveryField } from './order-fields.ts';
import { METHOD_WORDS, type PaymentMethod } from './payment-method.ts';

/** What the history has for a flag that a person has settled. */
export const SETTLEMENTS: Record<SettledFlag, string> = {
  second_payment: 'second_settled',
  dispute_lost: 'lost_settled',
};

/** The fields of an order beside its address, whose changes the history has with a mark, and the farm's note. */
export const MARKED_FIELDS = DELIVERY_FIELD_NAMES.filter((name) => addressPart(name) === undefined);
export type MarkedField = DeliveryField | 'internalNote';

function labelOf(name: MarkedField): string {
  return name === 'internalNote' ? 'Note' : DELIVERY_FIELDS[name].farmLabel;
}

/** `Gift message: `, before the words in the history: changes of all fields are of the kind `address`. */
export function markOf(name: MarkedField): string {
  return `${labelOf(name)}: `;
}

/** What a payment fills in, its buyer has typed. */
const ACTORS: Record<OrderActor, string> = { admin: 'The farm', buyer: 'The buyer', payment: 'The buyer' };

/** `21 Nov 2025, 09:30`: the instant in Europe/London. */
export function formatEventTime(instant: Date): string {
  const day = londonDay(instant);
  return `${formatDay(day, 'short')} ${day.slice(0, 4)}, ${formatOrderTime(instant)}`;
}

/**
 * One entry of an order’s history as a sentence: who did what, from what to what. Time and reason are shown beside it.
 */
export function describeEvent(event: OrderEvent): string {
  const { kind, before, after } = event;
  const renamed = event.personNow === undefined ? '' : ` (now ${event.personNow})`;
  const who = event.person === null ? ACTORS[event.actor] : `${event.person}${renamed}`;
  switch (kind) {
    case 'status':
      if (before === null && event.person !== null) {
        return `${who} took the order by telephone${after === 'pending' ? ', not paid yet' : ''}.`;
      }
      if (before === null) return `The order came in${after === 'pending' ? ', not paid yet' : ''}.`;
      return event.actor === 'payment' ? describePaid(before, after) : `${who} ${nameStep(before, after)}.`;
    case 'tracking':
      if (before === null) return `${who} entered the tracking number ${after}.`;
      if (after === null) return `${who} removed the tracking number ${before}.`;
      return `${who} changed the tracking number from ${before} to ${after}.`;
    case 'week':
      if (before === null) return `${who} chose the ${nameWeek(after)}.`;
      if (after === null) return `${who} took the order out of the ${nameWeek(before)}.`;
      return `${who} moved the order from the ${nameWeek(before)} to the ${nameWeek(after)}.`;
    case 'address': {
      const field = findMarked(after);
      if (field !== undefined) {
        const [was, is] = [before, after].map((text) => nameAddress(text).slice(markOf(field).length));
        return `${who} changed the ${labelOf(field).toLowerCase()} from: ${was}, to: ${is}.`;
      }
      if (before === null) return `${who} entered the address: ${nameAddress(after)}.`;
      return `${who} changed the address from: ${nameAddress(before)}, to: ${nameAddress(after)}.`;
    }
    case 'refund_request':
      if (after === null) return `The refund of ${namePounds(before)} was refused.`;
      return `${who} asked for a refund of ${namePounds(after)}.`;
    case 'refund':
      return describeRefund(readPence(before), readPence(after));
    case 'dispute':
      if (after === 'review_open') return 'Stripe asked for a review of the payment.';
      if (after === 'review_closed') return 'The review of the payment was closed.';
      if (after === 'fraud_open') return 'The buyer’s bank warned of fraud.';
      if (after === 'fraud_decided') return `${who} settled the fraud warning.`;
      if (after === SETTLEMENTS.second_payment) return `${who} settled the other payment (${before}).`;
      if (after === SETTLEMENTS.dispute_lost) return `${who} settled the payment that the bank took back.`;
      if (after === 'won') return 'The dispute of the payment was decided for the farm.';
      if (after === 'lost') return 'The buyer’s bank took the payment back.';
      return 'The buyer’s bank disputed the payment.';
    case 'payment':
      if (after === null) return `${who} noted that the money hadn’t arrived after all.`;
      return `${event.person === null ? `${namePounds(after)} came in` : `${who} noted that ${namePounds(after)} had come in`} ${METHOD_WORDS[before as PaymentMethod] ?? ''}.`;
  }
}

function findMarked(text: string | null): MarkedField | undefined {
  return [...MARKED_FIELDS, 'internalNote' as const].find((name) => text?.startsWith(markOf(name)));
}

function describeRefund(before: number, after: number): string {
  const difference = formatPrice(Math.abs(after - before) as Pence);
  if (after < before) return `A refund of ${difference} didn’t reach the buyer, and came back.`;
  const all = before === 0 ? '' : `, ${formatPrice(after as Pence)} in all`;
  return `${difference} went back to the buyer${all}.`;
}

/** What somebody did, by the status that an order had and the one that it has. */
function nameStep(before: string | null, after: string | null): string {
  if (after === 'shipped')
    return before === 'delivered' ? 'took back that it had arrived' : 'marked it as shipped';
  if (after === 'delivered') return 'noted that it had arrived';
  if (after === 'cancelled') return 'cancelled the order';
  if (after === 'pending') return 'put it back to wait for its money';
  return before === 'shipped' ? 'took it back to be packed' : 'put it with those to pack';
}

/** What became of an order by its money. */
function describePaid(before: string | null, after: string | null): string {
  if (after === 'processing') return 'The payment came through, so it’s ready to pack.';
  if (after === 'pending') return 'The buyer is paying another way, so it waits for the money.';
  return before === 'pending'
    ? 'The order was cancelled, because it wasn’t paid.'
    : 'The order was cancelled, because all of its money went back.';
}

/** `week of 1 Dec`, for the middle of a sentence. */
function nameWeek(monday: string | null): string {
  const id = parseDay(monday ?? '');
  return id === null ? `week of ${monday}` : weekLabel({ id }).replace('Week', 'week');
}

function nameAddress(lines: string | null): string {
  return (lines ?? 'none').replaceAll('\n', ', ');
}

function namePounds(pounds: string | null): string {
  return formatPrice(readPence(pounds) as Pence);
}

function readPence(pounds: string | null): number {
  return parsePounds(pounds) ?? 0;
}

/** `Nov 21, 2025` ('MMM d, yyyy', section 2): the day in Europe/London. */
export function formatOrderDate(instant: Date): string {
  const [date, month = '', year] = formatDay(londonDay(instant), 'year').split(' ');
  return `${month.slice(0, 3)} ${date}, ${year}`;
}

/** `09:30` ('HH:mm', section 2): the time in Europe/London. */
export function formatOrderTime(instant: Date): string {
  return formatLondonTime(instant).slice(0, 5);
}
