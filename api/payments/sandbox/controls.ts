import type Stripe from 'stripe';
import { closeDispute, createDispute, type Verdict } from './disputes.ts';
import { Failure } from './failures.ts';
import type { RunWork } from './page-routes.ts';
import { failRefund } from './refunds.ts';
import type { Store } from './store.ts';
import { settleIntent } from './take-payment.ts';
import type { WebhookEndpoint, WebhookSender } from './webhooks.ts';

type Refused = { ok: false; message: string };

/** What happens at Stripe without a call: for tests. */
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
        const intent = work.store.get('payment_intent', id);
        const charge = work.store.get('charge', String(intent?.latest_charge));
        if (!charge?.paid) return refuse(`'${id}' has not been paid`);
        return { ok: true, dispute: createDispute(work, charge, reason) };
      }),
    closeDispute: (id, verdict) =>
      run((work) => {
        const dispute = work.store.get('dispute', id);
        if (dispute?.status !== 'needs_response') return refuse(`'${id}' is no open dispute`);
        closeDispute(work, dispute, verdict);
        return { ok: true, dispute };
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

function refuse(message: string): Refused {
  return { ok: false, message };
}
