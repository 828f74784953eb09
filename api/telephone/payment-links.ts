import type { Kysely } from 'kysely';
import { chooseCapture } from '#domain/delivery/weeks.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import {
  type Attempt,
  findAttempt,
  isOffered,
  takeNextCallNumber,
  updateAttempt,
} from '../orders/attempts-repository.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { describePurchase } from '../orders/sale/purchase-record.ts';
import { refuseToStart } from '../orders/sale/start-payment.ts';
import { SESSION_MINUTES, scrambleNetwork } from '../orders/sale/store-attempt.ts';
import type { CheckoutSession, CheckoutUrls } from '../payments/payment.ts';
import { makeOnce } from '../payments/stripe-failures.ts';
import type { Shop } from '../shop.ts';

const MINUTE_MS = 60_000;
/** Stripe's pages last half an hour at least. A call for a new one must come while that is still left. */
const SHORTEST_MS = 30.5 * MINUTE_MS;

export type LinkState =
  | 'open'
  | 'paid'
  /** It has ended, or the farm has withdrawn it. */
  | 'over';

/** @returns undefined if there is no such link */
export async function findLink(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  id: string,
): Promise<{ readonly attempt: Attempt; readonly state: LinkState } | undefined> {
  const attempt = await findAttempt(db, id);
  if (attempt === undefined || attempt.endsAt === null || attempt.paymentMethod !== 'card') return undefined;
  if (attempt.state === 'settled' || (await findOrder(db, id, 'attemptId')))
    return { attempt, state: 'paid' };
  const isOpen = attempt.state === 'open' && isOffered(attempt, clock());
  return { attempt, state: isOpen ? 'open' : 'over' };
}

export type OpenedLink =
  | { readonly state: 'open'; readonly url: string }
  /** Stripe says that it is paid. */
  | { readonly state: 'complete'; readonly sessionId: string };

/**
 * Opens Stripe's page for a link. Only one Checkout Session of a link can be paid: one that is open is used again, and
 * another is made only when Stripe says that the last one has expired.
 * @param network the buyer's, as limits count it
 */
export async function openLink(
  shop: Shop,
  attempt: Attempt,
  network: string,
  urls: CheckoutUrls,
): Promise<Result<OpenedLink>> {
  const { db, clock } = shop;
  const refused = await refuseToStart(shop, network);
  if (refused !== null) return refuse(refused);
  await updateAttempt(db, attempt.id, { heldBy: scrambleNetwork(network) });
  const last = await findLastSession(shop, attempt);
  if (!last.ok) return last;
  if (last.value !== null && last.value.state !== 'expired') return keepSession(shop, attempt, last.value);
  const isStarting = attempt.checkoutSessionId === null && hasTime(attempt, clock());
  const started = isStarting ? readStarted(attempt) : await startNext(shop, attempt);
  const made = await makeSession(shop, attempt, started, urls);
  return made.ok ? keepSession(shop, attempt, made.value) : made;
}

/** The session that was made last, even if the service stopped before it was stored. Null if there is none. */
async function findLastSession(
  { gateway, clock }: Shop,
  attempt: Attempt,
): Promise<Result<CheckoutSession | null>> {
  if (attempt.checkoutSessionId !== null) return gateway.retrieveSession(attempt.checkoutSessionId);
  // The same call gives the same session, without a search.
  if (attempt.sessionEndsAt === null || hasTime(attempt, clock())) return { ok: true, value: null };
  return gateway.findSessionOf(attempt.id, new Date(attempt.createdAt));
}

function hasTime({ sessionEndsAt }: Attempt, now: Date): boolean {
  return sessionEndsAt !== null && Date.parse(sessionEndsAt) - now.getTime() > SHORTEST_MS;
}

function readStarted({ callNumber, sessionEndsAt }: Attempt): StartedSession {
  return { callNumber, sessionEndsAt: sessionEndsAt ?? '' };
}

/** Of concurrent callers, one takes the next number, and all go on with it. */
function startNext({ db, clock }: Shop, attempt: Attempt): Promise<StartedSession> {
  const endsAt = new Date(clock().getTime() + SESSION_MINUTES * MINUTE_MS).toISOString();
  return claimSession(db, attempt, endsAt);
}

async function makeSession(
  shop: Shop,
  attempt: Attempt,
  { callNumber, sessionEndsAt }: StartedSession,
  urls: CheckoutUrls,
): Promise<Result<CheckoutSession>> {
  const { db, gateway, getCatalogue } = shop;
  return makeOnce({
    make: (number) =>
      gateway.createSession({
        ...urls,
        attemptId: attempt.id,
        callNumber: number,
        unitAmount: attempt.unitPricePence,
        quantity: attempt.quantity,
        productName: getCatalogue().branchBox.name,
        capture: chooseCapture(getCatalogue().weeks),
        expiresAt: new Date(sessionEndsAt),
        ...describePurchase(attempt),
      }),
    find: async () => {
      const found = await gateway.findSessionOf(attempt.id, new Date(attempt.createdAt));
      return found.ok && found.value?.state === 'expired' ? { ok: true, value: null } : found;
    },
    callNumber,
    takeNext: (last) => takeNextCallNumber(db, attempt.id, last),
  });
}

async function keepSession(
  { db }: Shop,
  attempt: Attempt,
  { id, state, url }: CheckoutSession,
): Promise<Result<OpenedLink>> {
  if (attempt.checkoutSessionId !== id) await updateAttempt(db, attempt.id, { checkoutSessionId: id });
  if (state === 'complete') return { ok: true, value: { state, sessionId: id } };
  if (url === null) return refuse({ code: 'payments_unavailable', headers: { 'Retry-After': '5' } });
  return { ok: true, value: { state: 'open', url } };
}

/**
 * Ends a link, and frees its boxes. A session that Stripe does not end now is ended by the
 * reconciliation.
 * @returns whether it was still waiting
 */
export async function withdraw(shop: Shop, id: string): Promise<boolean> {
  const { db, gateway, clock } = shop;
  const now = clock().toISOString();
  const ended = await db
    .updateTable('orderAttempts')
    .set({ endsAt: now, heldUntil: null, updatedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('endsAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) return false;
  if (ended.checkoutSessionId !== null) await gateway.expireSession(ended.checkoutSessionId);
  return true;
}

/** A Checkout Session that is being made. */
interface StartedSession {
  readonly callNumber: number;
  readonly sessionEndsAt: Instant;
}

/**
 * Takes the next idempotency key for a link's session, and holds its boxes as long as the session lasts.
 * @returns what was taken; by somebody else, if they were first
 */
async function claimSession(
  db: Kysely<Database>,
  known: Attempt,
  sessionEndsAt: Instant,
): Promise<StartedSession> {
  const held = known.heldUntil ?? '';
  await db
    .updateTable('orderAttempts')
    .set({
      callNumber: known.callNumber + 1,
      sessionEndsAt,
      checkoutSessionId: null,
      heldUntil: held > sessionEndsAt ? held : sessionEndsAt,
    })
    .where('id', '=', known.id)
    .where('callNumber', '=', known.callNumber)
    .where('sessionEndsAt', 'is not distinct from', known.sessionEndsAt)
    .execute();
  const now = await findAttempt(db, known.id);
  return {
    callNumber: now?.callNumber ?? known.callNumber,
    sessionEndsAt: now?.sessionEndsAt ?? sessionEndsAt,
  };
}

/** Something that the farm waits to be paid for. */
export interface Waiting {
  readonly attempt: Attempt;
  /** The order that waits for a transfer. Null for a link that makes an order. */
  readonly order: Order | null;
}

/** Open links and awaited transfers, the oldest first. */
export async function findWaiting(db: Kysely<Database>, now: Date): Promise<Waiting[]> {
  const attempts = await db
    .selectFrom('orderAttempts')
    .selectAll()
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('state', '=', 'open'), eb('endsAt', '>', now.toISOString())]),
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.attemptId', '=', 'orderAttempts.id')
            .where('orders.paymentMethod', '=', 'bank')
            .where('orders.paymentStatus', '=', 'processing')
            .where('orders.status', '=', 'pending'),
        ),
      ]),
    )
    .orderBy('createdAt')
    .execute();
  const waiting = [];
  for (const attempt of attempts)
    waiting.push({ attempt, order: (await findOrder(db, attempt.id, 'attemptId')) ?? null });
  return waiting;
}
