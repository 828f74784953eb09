import type Stripe from 'stripe';
import type { z } from 'zod';
import { type Failure, invalidRequest, resourceMissing } from './failures.ts';
import type { listing } from './params.ts';
import type { Kind, ListFilter, Objects } from './store.ts';
import type { Work } from './work.ts';

type Page = z.output<z.ZodObject<typeof listing>>;

/** One page of the objects of a kind, newest first. */
export function listObjects<K extends Kind>(
  work: Work,
  kind: K,
  url: string,
  { created, limit, starting_after: cursor }: Page,
  filter: Pick<ListFilter, 'parent' | 'type'> = {},
): Stripe.ApiList<Objects[K]> | Failure {
  const before = cursor === undefined ? undefined : work.store.seqOf(kind, cursor);
  if (cursor !== undefined && before === undefined) return resourceMissing(kind, cursor, 'starting_after');
  // One more than asked for tells whether there are more.
  const found = work.store.list(kind, { ...filter, since: created?.gte, before, limit: limit + 1 });
  return asList(found.slice(0, limit), url, found.length > limit);
}

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
  // Copied, because an event may have the same object.
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
