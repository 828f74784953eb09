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
  if (order.status !== 'processing' || order.paymentStatus !== 'succeeded') return;
  await trx
    .insertInto('labels')
    .values({
      orderId: order.id,
      state,
      identifier: null,
      attempts: state === 'asked' ? 1 : 0,
      nextAttemptAt: now.toISOString(),
      lastError: null,
      createdAt: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('orderId')
        .doUpdateSet({ nextAttemptAt: now.toISOString() })
        .where('labels.state', '=', 'waiting')
        .where('labels.nextAttemptAt', 'is', null),
    )
    .execute();
}
