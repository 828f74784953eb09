import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Order } from './orders-repository.ts';

/**
 * Queues a paid order for its label, once. If it is already waiting, it is checked again, because its flag may have
 * been removed. Call it in the transaction that changes the order.
 * @param state `asked` if the carrier may already have the order: it is looked up there before it is created again
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
