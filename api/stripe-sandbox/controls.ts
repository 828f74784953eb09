import type Stripe from 'stripe';
import {
  closeDispute,
  closeReview,
  createDispute,
  openReview,
  type Verdict,
  warnOfFraud,
} from './disputes.ts';
import { Failure } from './failures.ts';
import type { RunWork } from './page-routes.ts';
import { failRefund } from './refunds.ts';
import type { Store } from './store.ts';
import { settleIntent } from './take-payment.ts';
import type { WebhookSender } from './webhooks.ts';
import type { Work } from './work.ts';

export type Controls = ReturnType<typeof createControls>;

/** Events at Stripe that no call causes, for tests. What cannot be is answered with `ok: false`. */
export function createControls(run: RunWork, store: Store, sender: WebhookSender) {
  const ofPaid = <T>(id: string, act: (work: Work, paid: NonNullable<ReturnType<typeof findPaid>>) => T) =>
    run((work) => {
      const paid = findPaid(work, id);
      return paid ? { ok: true as const, ...act(work, paid) } : refuse(`'${id}' has not been paid`);
    });
  return {
    setWebhook: sender.setEndpoint,
    /** Ends a payment that is processing, as its card says or as asked. */
    settle: (id: string, outcome?: 'succeeded' | 'failed') =>
      run((work) => {
        const intent = work.store.get('payment_intent', id);
        if (!intent) return refuse(`No such payment_intent: '${id}'`);
        const result = settleIntent(work, intent, outcome && outcome === 'succeeded');
        return result instanceof Failure
          ? refuse(result.error.message)
          : { ok: true as const, intent: result };
      }),
    /** The buyer's bank takes a payment back. */
    dispute: (id: string, reason = 'fraudulent') =>
      ofPaid(id, (work, { charge }) => ({ dispute: createDispute(work, charge, reason) })),
    /** The bank decides a dispute. */
    closeDispute: (id: string, verdict: Verdict) =>
      run((work) => {
        const dispute = work.store.get('dispute', id);
        if (dispute?.status !== 'needs_response') return refuse(`'${id}' is no open dispute`);
        closeDispute(work, dispute, verdict);
        return { ok: true as const, dispute };
      }),
    /** Radar puts a payment before a person, and the person decides. */
    openReview: (id: string) =>
      ofPaid(id, (work, { charge, intent }) => ({ review: openReview(work, charge, intent) })),
    closeReview: (id: string, reason: Stripe.Review.ClosedReason) =>
      run((work) => {
        const review = work.store.get('review', id);
        if (!review?.open) return refuse(`'${id}' is no open review`);
        closeReview(work, review, reason);
        return { ok: true as const, review };
      }),
    /** The card network warns that a payment is a fraud. */
    warnOfFraud: (id: string) =>
      ofPaid(id, (work, { charge, intent }) => ({ warning: warnOfFraud(work, charge, intent) })),
    /** The bank turns a refund down, days after it was made. */
    failRefund: (id: string) =>
      run((work) => {
        const refund = work.store.get('refund', id);
        if (refund?.status !== 'succeeded') return refuse(`'${id}' is no refund that succeeded`);
        failRefund(work, refund);
        return { ok: true as const, refund };
      }),
    /** Every event's way to the webhook, oldest first. */
    listDeliveries: () => store.listDeliveries(),
  };
}

function findPaid(work: Work, id: string) {
  const intent = work.store.get('payment_intent', id);
  const charge = work.store.get('charge', String(intent?.latest_charge));
  return intent && charge?.paid ? { intent, charge } : undefined;
}

function refuse(message: string) {
  return { ok: false as const, message };
}
