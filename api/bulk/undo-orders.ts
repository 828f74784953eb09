import type { BulkResult, OrderUndo, UndoAnswer } from '#domain/orders/order-changes.ts';
import { nameChangeMail } from '../mail/order-mails.ts';
import { dropUnsentMail, mayHaveBeenSent } from '../mail/outbox-repository.ts';
import { wasToldOfSending } from '../mail/parcel-mails.ts';
import type { EnqueueChangeMails } from '../orders/change-order.ts';
import { toBulkResult } from '../orders/enter-tracking.ts';
import { type FulfilmentDependencies, fulfilOrder } from '../orders/fulfil-order.ts';
import { toUndoChange } from '../orders/order-undo.ts';
import { findOrder } from '../orders/orders-repository.ts';

/**
 * Puts orders back as they were before somebody changed several. An order that has changed again since is left alone
 * and named. A mail about the change that has not been sent is dropped; the answer counts the buyers who were told.
 */
export async function undoOrders(
  deps: FulfilmentDependencies,
  orders: readonly OrderUndo[],
  person: string,
): Promise<UndoAnswer> {
  const results: BulkResult[] = [];
  let told = 0;
  for (const undo of orders) {
    let wasTold = false;
    const enqueueChangeMails: EnqueueChangeMails = async (trx, changed) => {
      const { before, after } = changed;
      const isMoved = before.week !== after.week;
      wasTold = isMoved
        ? await mayHaveBeenSent(trx, 'order_change', nameChangeMail(before))
        : await wasToldOfSending(trx, changed);
      const isForgotten =
        isMoved && !wasTold && (await dropUnsentMail(trx, 'order_change', nameChangeMail(before)));
      // Whoever has not heard that the order was moved need not hear that it is back.
      if (!isForgotten) await deps.enqueueChangeMails(trx, changed);
    };
    const known = await findOrder(deps.db, undo.id);
    const change = known ? toUndoChange(known, undo) : { version: undo.version };
    const done = await fulfilOrder({ ...deps, enqueueChangeMails }, undo.id, change, person);
    results.push(toBulkResult(known?.orderNumber ?? undo.id, done));
    if (done.ok && wasTold) told += 1;
  }
  return { results, told };
}
