import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Order } from './orders-repository.ts';

/**
 * Queues a paid order that is to be sent, once; one that waits is looked at again, since its flag may be gone. To be
 * called in the transaction that changes the order.
 * @param state `asked` where the carrier may have the order already: it is looked up there first, and not created twice
 */
export async function queueLabel(
  trx: Transaction<Database>,
  order: Order,
  now: Date,
  state: 'waiting' | 'asked' = 'waiting',
): Promise<void> {
  if (order.status !== 'processing' || order.payment_status !== 'succeeded') return;
  await trx
    .insertInto('labels')
    .values({
      order_id: order.id,
      state,
      identifier: null,
      attempts: state === 'asked' ? 1 : 0,
      next_attempt_at: now.toISOString(),
      last_error: null,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ next_attempt_at: now.toISOString() })
        .where('labels.state', '=', 'waiting')
        .where('labels.next_attempt_at', 'is', null),
    )
    .execute();
}
