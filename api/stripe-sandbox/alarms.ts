import { expireSession } from './checkout-completion.ts';
import { settleIntent } from './take-payment.ts';
import type { Work } from './work.ts';

/** Does what has come due: payments that settle later, Checkout Sessions that expire. */
export function runAlarms(work: Work): void {
  for (const id of work.store.dueAlarms(work.nowMs)) {
    work.store.clearAlarm(id);
    const intent = work.store.get('payment_intent', id);
    if (intent) settleIntent(work, intent);
    const session = work.store.get('checkout.session', id);
    if (session) expireSession(work, session);
  }
}
