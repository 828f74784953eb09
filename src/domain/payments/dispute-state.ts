/**
 * The state of a bank's dispute of a payment: waiting for an answer or a decision; won, so that the farm keeps the
 * money (also after an inquiry only); or lost, so that the bank took it back.
 */
export type DisputeState = 'open' | 'won' | 'lost';
