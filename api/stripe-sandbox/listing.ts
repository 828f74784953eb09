import type Stripe from 'stripe';
import type { z } from 'zod';
import { asList } from './expand.ts';
import { Failure, resourceMissing } from './failures.ts';
import type { listing } from './params.ts';
import type { Kind, ListFilter, Objects } from './store.ts';
import type { Work } from './work.ts';

type Page = z.output<z.ZodObject<typeof listing>>;

/** One page of the objects of a kind, newest first. */
export function listObjects<K extends Kind>(
  work: Work,
  kind: K,
  url: string,
  { created, limit, starting_after: startingAfter, ending_before: endingBefore }: Page,
  filter: Pick<ListFilter, 'parent' | 'type'> = {},
): Stripe.ApiList<Objects[K]> | Failure {
  const before = findSeq(work, kind, startingAfter, 'starting_after');
  const after = findSeq(work, kind, endingBefore, 'ending_before');
  if (before instanceof Failure) return before;
  if (after instanceof Failure) return after;
  // One more than asked for tells whether there are more.
  const found = work.store.list(kind, { ...filter, created, before, after, limit: limit + 1 });
  const hasMore = found.length > limit;
  const page = after === undefined ? found.slice(0, limit) : found.slice(-limit);
  return asList(page, url, hasMore);
}

function findSeq(work: Work, kind: Kind, id: string | undefined, param: string) {
  if (id === undefined) return undefined;
  return work.store.seqOf(kind, id) ?? resourceMissing(kind, id, param);
}
