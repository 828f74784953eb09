import type Stripe from 'stripe';
import { lineItemsOf } from './checkout-sessions.ts';
import { type Failure, invalidRequest } from './failures.ts';
import type { Kind } from './store.ts';
import type { Work } from './work.ts';

const EXPANDABLE: Record<string, Kind> = {
  charge: 'charge',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  review: 'review',
};

/** As many as Stripe puts into a charge, the newest. */
const REFUNDS_OF_A_CHARGE = 10;

/** An answer with the objects in place of their ids that `expand` names: `latest_charge`, `data.payment_intent`. */
export function expandObject<T extends object>(work: Work, object: T, paths: string[]): T | Failure {
  // Copied, because the same object may stand in an event.
  const answer = structuredClone(object);
  for (const path of paths) {
    const problem = expandPath(work, answer as Record<string, unknown>, path.split('.'), path);
    if (problem) return problem;
  }
  return answer;
}

function expandPath(
  work: Work,
  object: Record<string, unknown>,
  [name = '', ...rest]: string[],
  path: string,
): Failure | undefined {
  if (name === 'data' && Array.isArray(object.data)) {
    for (const item of object.data) {
      const problem = expandPath(work, item, rest, path);
      if (problem) return problem;
    }
    return undefined;
  }
  if (name === 'line_items' && object.object === 'checkout.session') {
    const id = String(object.id);
    object.line_items = asList(lineItemsOf(work, id), `/v1/checkout/sessions/${id}/line_items`);
    return undefined;
  }
  if (name === 'refunds' && object.object === 'charge') {
    const id = String(object.id);
    const found = work.store.list('refund', { parent: id, limit: REFUNDS_OF_A_CHARGE + 1 });
    const page = found.slice(0, REFUNDS_OF_A_CHARGE);
    object.refunds = asList(page, `/v1/charges/${id}/refunds`, found.length > page.length);
    return undefined;
  }
  const kind = EXPANDABLE[name];
  if (kind === undefined || !(name in object)) {
    return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const value = object[name];
  if (typeof value === 'string') object[name] = work.store.get(kind, value) ?? value;
  const inner = object[name];
  if (rest.length === 0 || typeof inner !== 'object' || inner === null) return undefined;
  return expandPath(work, inner as Record<string, unknown>, rest, path);
}

export function asList<T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: hasMore, url };
}
