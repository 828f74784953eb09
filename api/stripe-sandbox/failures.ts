import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type Stripe from 'stripe';

/** The `error` of an answer, in Stripe's shape. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** Why a call was refused. Returned, never thrown: what was written before it (a declined charge) stays. */
export class Failure {
  readonly status: ContentfulStatusCode;
  readonly error: StripeErrorBody;

  constructor(status: ContentfulStatusCode, error: StripeErrorBody) {
    this.status = status;
    const { code } = error;
    this.error = code === undefined ? error : { ...error, doc_url: documentationOf(code) };
  }
}

type Details = Omit<StripeErrorBody, 'type' | 'message'>;

export function invalidRequest(message: string, details: Details = {}): Failure {
  return new Failure(400, { type: 'invalid_request_error', message, ...details });
}

/** @param where `path` when the address itself names the object, else the parameter that does */
export function resourceMissing(kind: string, id: string, where: string): Failure {
  const [status, param] = where === 'path' ? ([404, 'id'] as const) : ([400, where] as const);
  const message = `No such ${kind}: '${id}'`;
  return new Failure(status, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): Failure {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

export function documentationOf(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}
