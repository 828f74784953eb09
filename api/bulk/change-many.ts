import type { BulkResult, OrderChange } from '#domain/orders/order-changes.ts';
import { toBulkResult } from '../orders/enter-tracking.ts';
import { type FulfilmentDependencies, fulfilOrder } from '../orders/fulfil-order.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';

/** An order in the version that the page showed. */
export interface ChosenOrder {
  readonly id: string;
  readonly version: number;
}

/**
 * Makes one change to several orders, one after another, first come. An order that cannot take it is left alone and
 * named.
 * @param explain why an order is left alone although it could take the change; null if it is not
 */
export async function changeMany(
  deps: FulfilmentDependencies,
  orders: readonly ChosenOrder[],
  change: Omit<OrderChange, 'version'>,
  person: string,
  explain: (order: Order) => string | null = () => null,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id, version } of orders) {
    const known = await findOrder(deps.db, id);
    const orderNumber = known?.orderNumber ?? id;
    const error = known?.version === version ? explain(known) : null;
    if (error !== null) results.push({ orderNumber, ok: false, error });
    else
      results.push(
        toBulkResult(orderNumber, await fulfilOrder(deps, id, { ...change, version }, person), known),
      );
  }
  return results;
}

/** Only what was sent by mistake goes back together. Whoever was told that an order is cancelled is asked first. */
export function explainNotSent({ status }: Order): string | null {
  return status === 'shipped' ? null : 'It is not marked as shipped.';
}

export function explainNotMoved({ status, flags }: Order): string | null {
  if (status !== 'processing') return 'It is not waiting to be packed.';
  return flags.length > 0 ? 'Somebody needs to look at it first.' : null;
}

/** Adds the farm's own words to the mails about a change. */
export function withNote<T extends Pick<FulfilmentDependencies, 'enqueueChangeMails'>>(
  deps: T,
  note: string | undefined,
): T {
  if (note === undefined || note === '') return deps;
  return {
    ...deps,
    enqueueChangeMails: (trx, changed) => deps.enqueueChangeMails(trx, { ...changed, note }),
  };
}
