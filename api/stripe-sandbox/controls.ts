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
import type { WebhookEndpoint, WebhookSender } from './webhooks.ts';
import type { Work } from './work.ts';

type Refused = { ok: false; message: string };

/** Events at Stripe that no call causes, for tests. */
export interface Controls {
  setWebhook(endpoint: WebhookEndpoint): void;
  /** Ends a payment that is processing, as its card says or as asked. */
  settle(
    intentId: string,
    outcome?: 'succeeded' | 'failed',
  ): { ok: true; intent: Stripe.PaymentIntent } | Refused;
  /** The buyer's bank takes a payment back. */
  dispute(intentId: string, reason?: string): { ok: true; dispute: Stripe.Dispute } | Refused;
  /** The bank decides a dispute. */
  closeDispute(disputeId: string, verdict: Verdict): { ok: true; dispute: Stripe.Dispute } | Refused;
  /** Radar puts a payment before a person, and the person decides. */
  openReview(intentId: string): { ok: true; review: Stripe.Review } | Refused;
  closeReview(
    reviewId: string,
    reason: Stripe.Review.ClosedReason,
  ): { ok: true; review: Stripe.Review } | Refused;
  /** The card network warns that a payment is a fraud. */
  warnOfFraud(intentId: string): { ok: true; warning: Stripe.Radar.EarlyFraudWarning } | Refused;
  /** The bank turns a refund down, days after it was made. */
  failRefund(refundId: string): { ok: true; refund: Stripe.Refund } | Refused;
  /** Every event's way to the webhook, oldest first. */
  listDeliveries(): { event: string; type: string; state: string; attempts: number }[];
}

export function createControls(run: RunWork, store: Store, sender: WebhookSender): Controls {
  return {
    setWebhook: sender.setEndpoint,
    settle: (id, outcome) =>
      run((work) => {
        const intent = work.store.get('payment_intent', id);
        if (!intent) return refuse(`No such payment_intent: '${id}'`);
        const result = settleIntent(work, intent, outcome && outcome === 'succeeded');
        return result instanceof Failure ? refuse(result.error.message) : { ok: true, intent: result };
      }),
    dispute: (id, reason = 'fraudulent') =>
      run((work) => {
        const paid = findPaid(work, id);
        return paid ? { ok: true, dispute: createDispute(work, paid.charge, reason) } : refuseUnpaid(id);
      }),
    closeDispute: (id, verdict) =>
      run((work) => {
        const dispute = work.store.get('dispute', id);
        if (dispute?.status !== 'needs_response') return refuse(`'${id}' is no open dispute`);
        closeDispute(work, dispute, verdict);
        return { ok: true, dispute };
      }),
    openReview: (id) =>
      run((work) => {
        const paid = findPaid(work, id);
        return paid ? { ok: true, review: openReview(work, paid.charge, paid.intent) } : refuseUnpaid(id);
      }),
    closeReview: (id, reason) =>
      run((work) => {
        const review = work.store.get('review', id);
        if (!review?.open) return refuse(`'${id}' is no open review`);
        closeReview(work, review, reason);
        return { ok: true, review };
      }),
    warnOfFraud: (id) =>
      run((work) => {
        const paid = findPaid(work, id);
        return paid ? { ok: true, warning: warnOfFraud(work, paid.charge, paid.intent) } : refuseUnpaid(id);
      }),
    failRefund: (id) =>
      run((work) => {
        const refund = work.store.get('refund', id);
        if (refund?.status !== 'succeeded') return refuse(`'${id}' is no refund that succeeded`);
        failRefund(work, refund);
        return { ok: true, refund };
      }),
    listDeliveries: () => store.listDeliveries(),
  };
}

function findPaid(work: Work, id: string) {
  const intent = work.store.get('payment_intent', id);
  const charge = work.store.get('charge', String(intent?.latest_charge));
  return intent && charge?.paid ? { intent, charge } : undefined;
}

function refuseUnpaid(id: string): Refused {
  return refuse(`'${id}' has not been paid`);
}

function refuse(message: string): Refused {
  return { ok: false, message };
}
