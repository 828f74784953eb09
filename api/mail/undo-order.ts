import type { FarmChange } from '#domain/orders/order-changes.ts';
import type { Person } from '#domain/people.ts';
import { type Result, refuse } from '../http/problems.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import type { OrderMails } from '../orders/change-order.ts';
import { findOrder, findOrderEvents, type Order, type StoredEvent } from '../orders/orders-repository.ts';
import { listNumbers } from '../orders/parcels.ts';
import type { Shop } from '../shop.ts';
import { nameChangeMail, tellsChange } from './order-mails.ts';
import { dropUnsentMail, findMailsAbout, mayHaveBeenSent } from './outbox-repository.ts';
import { wasToldOfSending } from './parcel-mails.ts';

/**
 * Whether the buyer had been told by e-mail already: of another week, of which they are told anew, or of a parcel.
 * `undone_before` if the same press arrives twice.
 */
type Undone = 'undone' | 'undone_told' | 'undone_sent' | 'undone_before';

const REASON = 'Undone';

/**
 * Takes back what the farm has changed last: another week, or that the order was sent, with its numbers. The order's
 * history says how it was. A mail about the change that has not been sent is dropped.
 * @param version the one that the change has left; an order that has changed since is refused
 * @param person at the farm, for the history
 */
export async function undoOrder(
  shop: Shop,
  id: string,
  version: number,
  person: Person,
): Promise<Result<Undone>> {
  const known = await findOrder(shop.db, id);
  if (!known) return refuse({ code: 'order_not_found' });
  const history = await findOrderEvents(shop.db, id);
  const last = history.at(-1);
  if (known.version === version + 1 && last?.reason === REASON && last.personId === person.id)
    return { ok: true, value: 'undone_before' };
  const back = known.version === version ? turnBack(known, history) : {};
  if (back === null) return refuse({ code: 'nothing_to_undo' });
  let outcome: Undone = 'undone';
  const change: OrderMails['change'] = async (trx, changed) => {
    const { before, after } = changed;
    const isMoved = before.week !== after.week;
    const mails = isMoved ? await findMailsAbout(trx, 'order_change', before.id) : [];
    const moves = mails.filter(({ subjectId }) => tellsChange(subjectId, before));
    const wasTold = moves.some(mayHaveBeenSent) || (await wasToldOfSending(trx, changed));
    if (wasTold) outcome = isMoved ? 'undone_told' : 'undone_sent';
    // An order that was moved and sent at once has the e-mail about its parcel alone.
    const isForgotten =
      isMoved &&
      !wasTold &&
      (moves.length === 0 || (await dropUnsentMail(trx, 'order_change', nameChangeMail(before))));
    // Whoever has not heard that the order was moved need not hear that it is back.
    const news = isForgotten ? { ...changed, before: { ...before, week: after.week } } : changed;
    await shop.mails.change(trx, news);
  };
  const asked = { version, ...back, reason: REASON };
  const done = await fulfilOrder({ ...shop, mails: { ...shop.mails, change } }, id, asked, person);
  return done.ok ? { ok: true, value: outcome } : done;
}

const SENDING: readonly (string | null)[] = ['processing', 'shipped'] satisfies Order['status'][];

/** The change that takes the last one of an order's history back; null if that cannot be taken back like this. */
export function turnBack(order: Order, history: readonly StoredEvent[]): Omit<FarmChange, 'version'> | null {
  const last = history.filter(({ createdAt }) => createdAt === order.updatedAt);
  let back: Omit<FarmChange, 'version'> = {};
  for (const { actor, kind, before, after } of last) {
    if (actor !== 'admin') return null;
    if (kind === 'week' && before !== null) back = { ...back, deliveryWeek: before };
    else if (kind === 'status' && SENDING.includes(before) && SENDING.includes(after))
      back = { ...back, status: before as Order['status'] };
    else if (kind === 'tracking') {
      const numbers = back.trackingNumbers ?? listNumbers(order.parcels);
      const rest = numbers.filter((number) => number !== after);
      back = { ...back, trackingNumbers: before === null ? rest : [...rest, before] };
    } else return null;
  }
  // An order that is not sent has no parcels.
  if (back.status === 'processing') return { ...back, trackingNumbers: undefined };
  return last.length === 0 ? null : back;
}
