import type { Transaction } from 'kysely';
import type { DeliveryWeek } from '#domain/delivery/weeks.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import type { Attempt } from './attempts-repository.ts';
import { countBoxes, countReservedBy } from './reservations-repository.ts';

/** Of the unsold boxes of a capped week, what can be reserved at all; the rest goes to whoever pays first. */
const RESERVABLE_SHARE = 0.5;
/** Most boxes of a capped week that are reserved for one connection: enough for several families behind a mobile network. */
const MOST_RESERVED = 20;

/**
 * Until when a new attempt's boxes are reserved; null where they are not, because those who have not paid have their
 * share already. The order is taken all the same while there are boxes that nobody has reserved: it gets them when it
 * is paid (see `find-room.ts`), so that asking without paying stops nobody.
 */
export async function reserveBoxes(
  trx: Transaction<Database>,
  { quantity, heldBy, heldUntil, createdAt: now }: Attempt,
  week: DeliveryWeek | null,
): Promise<Result<Instant | null>> {
  if (week?.boxes === undefined) return { ok: true, value: heldUntil };
  const { sold, reserved } = (await countBoxes(trx, now)).get(week.id) ?? { sold: 0, reserved: 0 };
  const unsold = week.boxes - sold;
  if (quantity > unsold - reserved) return refuse({ code: 'week_full' });
  const own = await countReservedBy(trx, { week: week.id, holder: heldBy ?? '', now });
  const share = Math.max(1, Math.floor(unsold * RESERVABLE_SHARE));
  const isReserved = quantity <= Math.min(share - reserved, MOST_RESERVED - own);
  return { ok: true, value: isReserved ? heldUntil : null };
}
