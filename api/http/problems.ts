import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * Expected failures: their code in the answer, the HTTP status, and a message for a person. `sendProblem` in
 * http-errors.ts turns one into an answer.
 */
export const PROBLEMS = {
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'That can’t be done at this address.'],
  unsupported_media_type: [415, 'Please send the request as JSON.'],
  body_too_large: [413, 'That is more than we can take in one go. Please shorten it.'],
  url_too_long: [414, 'This address is too long.'],
  header_too_long: [
    431,
    'Your browser sent more than we can take. Please delete this site’s cookies, and try again.',
  ],
  malformed_body: [400, 'We couldn’t read that request.'],
  length_required: [411, 'Please send the length of the body, in the header Content-Length.'],
  invalid_fields: [422, 'Some of the details need another look.'],
  too_many_requests: [429, 'That was a lot at once. Please wait a little, and try again.'],
  storage_unavailable: [503, 'We couldn’t save that just now. Please try again in a moment.'],
  orders_paused: [
    503,
    'We can’t take orders here just now. You haven’t been charged. Please ring us and order by phone, or try again in an hour.',
  ],
  price_changed: [
    409,
    'The price has changed since this page was loaded. Please check the new total before you pay.',
  ],
  week_not_on_sale: [409, 'This delivery week can no longer be ordered. Please choose another week.'],
  week_full: [409, 'This delivery week is fully booked. Please choose another week.'],
  order_not_found: [404, 'There’s no such order.'],
  order_changed_meanwhile: [409, 'This order has just changed. Look at it again, and then decide.'],
  order_closed: [409, 'This order can no longer be changed here. Please ring us.'],
  too_many_changes: [
    429,
    'This order has been changed ten times in a day, which is as often as we can do it here. Please try again tomorrow, or ring us.',
  ],
  step_not_allowed: [409, 'That can’t be done with this order.'],
  not_confirmable: [409, 'This order is cancelled or not paid, so there’s nothing to confirm.'],
  nothing_to_refund: [
    409,
    'There’s nothing to refund: the payment hasn’t come through, or has gone back already.',
  ],
  refund_under_way: [
    409,
    'Another refund for this order is under way. Please wait a minute, and look at the order again.',
  ],
  refund_refused: [409, 'Stripe didn’t make this refund. Please look at the payment on Stripe’s own pages.'],
  nothing_to_undo: [409, 'This can no longer be undone. Please look at the order, and change it there.'],
  order_changed: [409, 'This order has changed, or is already finished. Please start the checkout again.'],
  already_paid: [409, 'This order is already paid for. You haven’t been charged again.'],
  payment_declined: [402, 'The card was declined. Please try another card.'],
  payment_incomplete: [
    402,
    'The payment hasn’t been completed, so there’s no order yet. Please try paying again.',
  ],
  payment_not_found: [404, 'We can’t find this payment. Please contact us with your payment confirmation.'],
  payment_not_yours: [
    403,
    'This payment was made with another e-mail address. We have the order, and the confirmation goes to that address.',
  ],
  too_many_declined: [
    429,
    'Several cards have been declined here. Please wait an hour and try again, or ring us and order by phone.',
  ],
  payments_unavailable: [503, 'We can’t reach our card provider just now. Please try again in a moment.'],
  payments_refused: [502, 'Card payments aren’t working just now. Please try again later, or contact us.'],
  invalid_signature: [400, 'The signature of this event does not fit.'],
  request_timeout: [408, 'The request took too long to arrive. Please try again.'],
  foreign_origin: [
    403,
    'This request didn’t come from our own pages. Please reload the page, and try again.',
  ],
  sign_in_again: [403, 'This changes how you sign in. Please sign in again first.'],
  sign_in_required: [401, 'Please sign in first.'],
  wrong_password: [401, 'That password isn’t right. Please try again.'],
  owner_only: [403, 'Only the owner of the farm can do this. Please ask them.'],
  passkey_refused: [401, 'That passkey couldn’t be used here. Please try again, or use your password.'],
  passkeys_not_here: [409, 'Passkeys work at the farm’s own https address only.'],
  invitation_over: [410, 'This link has been used, or has run out. Please ask the owner for a new one.'],
  content_changed_meanwhile: [
    409,
    'Somebody has just changed this file. Look at it as it is now, and then save yours again.',
  ],
  content_invalid: [422, 'Some of the content needs another look.'],
  publishing_under_way: [409, 'Something is being published or built just now. Please wait a moment.'],
  token_required: [401, 'This needs the token of METRICS_TOKEN, as Authorization: Bearer.'],
  not_ready: [503, 'The service is not ready.'],
  internal_error: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  readonly code: ProblemCode;
  readonly error?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Additional fields of the answer, such as a new price. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function statusOf({ code }: Pick<Problem, 'code'>): (typeof PROBLEMS)[ProblemCode][0] {
  return PROBLEMS[code][0];
}

/** The problem as one message, for answers without a message per field. */
export function messageOf({ code, error, fields }: Problem): string {
  return error ?? Object.values(fields ?? {})[0] ?? PROBLEMS[code][1];
}

/** Either what was asked for, or an expected failure. Bugs throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly problem: Problem;
}

export function refuse(problem: Problem): Refusal {
  return { ok: false, problem };
}
