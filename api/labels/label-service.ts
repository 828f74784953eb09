import type { Order } from '../orders/orders-repository.ts';

/** An order that the carrier knows. */
export interface CarrierOrder {
  readonly identifier: number;
  /** One for each of its packages; empty until all of their labels are made. */
  readonly trackingNumbers: readonly string[];
}

/** The outcome of the call that creates an order. Reasons are messages for the farm. */
export type Creation =
  | { readonly outcome: 'created'; readonly order: CarrierOrder }
  /** Not created, and asking again would not help. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not created, but may be asked for again later. */
  | { readonly outcome: 'not_taken'; readonly reason: string }
  /** It may have been created. */
  | { readonly outcome: 'unclear'; readonly reason: string };

export type Finding =
  | { readonly outcome: 'found'; readonly order: CarrierOrder }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A carrier's label service. Its methods return failures instead of throwing them. */
export interface LabelService {
  create(order: Order, signal: AbortSignal): Promise<Creation>;
  /** @param order the carrier's number for the order, or our reference if that is unknown */
  find(order: number | string, signal: AbortSignal): Promise<Finding>;
}
