import type { Payment, PaymentGateway } from '../../api/payments/payment.ts';

/** Stripe in memory: every payment that is asked about has succeeded, and belongs to the attempt of the same number. */
export function createMemoryGateway(): PaymentGateway {
  const refuse = () => Promise.reject(new Error('not part of this measurement'));
  return {
    createPayment: async ({ attemptId }) => ({
      ok: true,
      value: {
        ...paidPayment(attemptId, `pi_${attemptId.replaceAll('-', '')}`),
        state: 'unpaid',
        status: 'requires_payment_method',
      },
    }),
    retrievePayment: async (id) => ({ ok: true, value: paidPayment(attemptIdOf(id), id) }),
    addMetadata: async (id) => ({ ok: true, value: paidPayment(attemptIdOf(id), id) }),
    findPaymentOf: refuse,
    capturePayment: refuse,
    cancelPayment: refuse,
    createRefund: refuse,
    findRefundOf: refuse,
    listPayments: refuse,
    createSession: refuse,
    findSessionOf: refuse,
    expireSession: refuse,
    retrieveSession: refuse,
    readEvent: () => null,
  };
}

export function paidPayment(attemptId: string, id: string): Payment {
  return {
    id,
    state: 'succeeded',
    status: 'succeeded',
    amount: 5470,
    currency: 'gbp',
    attemptId,
    metadata: {},
    createdAt: new Date(0),
    clientSecret: `${id}_secret_x`,
    isLive: false,
    failedCards: 0,
    review: null,
    email: null,
    shipping: null,
    refunded: 0,
    failedRefunds: 0,
    dispute: null,
  };
}

/** `pi_` and the 32 digits of the attempt's id. */
function attemptIdOf(paymentId: string): string {
  return paymentId.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
