import { expireSession } from './checkout-completion.ts';
import { settleIntent } from './take-payment.ts';
import type { Work } from './work.ts';

/** Runs the scheduled jobs that are due: payments that settle later, Checkout Sessions that expire. */
export function runDueJobs(work: Work): void {
  for (const id of work.store.listDueJobs(work.nowMs)) {
    work.store.cancelJob(id);
    const intent = work.store.get('payment_intent', id);
    if (intent) settleIntent(work, intent);
    const session = work.store.get('checkout.session', id);
    if (session) expireSession(work, session);
  }
}
