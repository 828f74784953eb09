/**
 * How a buyer's bank disputes a payment: it waits for an answer or a decision, it left the money with the farm (also
 * where it only inquired), or it took the money back.
 */
export type DisputeState = 'open' | 'won' | 'lost';
