import type { Kysely } from 'kysely';
import { chooseCapture } from '#domain/delivery/weeks.ts';
import type { Database, Instant } from '../db/schema.ts';
import { type Result, refuse } from '../http/problems.ts';
import type { PaymentRequest } from '../mail/request-templates.ts';
import { type Attempt, findAttempt, isOffered, updateAttempt } from '../orders/attempts-repository.ts';
import { findOrder } from '../orders/orders-repository.ts';
import { describePurchase } from '../orders/sale/purchase-record.ts';
import { refuseToStart } from '../orders/sale/start-payment.ts';
import { SESSION_MINUTES, scrambleNetwork } from '../orders/sale/store-attempt.ts';
import type { CheckoutSession, CheckoutUrls } from '../payments/payment.ts';
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
  const endsAt = isStarting ? attempt.sessionEndsAt : await claimSession(shop, attempt);
  const made = await makeSession(shop, attempt, new Date(endsAt ?? ''), urls);
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
  return gateway.findSessionOf({ attemptId: attempt.id, startedAt: new Date(attempt.createdAt) });
}

function hasTime({ sessionEndsAt }: Attempt, now: Date): boolean {
  return sessionEndsAt !== null && Date.parse(sessionEndsAt) - now.getTime() > SHORTEST_MS;
}

function makeSession(
  { gateway, getCatalogue }: Shop,
  attempt: Attempt,
  expiresAt: Date,
  urls: CheckoutUrls,
): Promise<Result<CheckoutSession>> {
  return gateway.createSession({
    ...urls,
    unitAmount: attempt.unitPricePence,
    quantity: attempt.quantity,
    productName: getCatalogue().branchBox.name,
    capture: chooseCapture(getCatalogue().weeks),
    expiresAt,
    ...describePurchase(attempt),
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

/**
 * Begins a link's next session, and holds its boxes as long as that lasts. Of concurrent callers one decides when it
 * ends, and all go on with that, so that they get the same session.
 * @returns when it ends
 */
async function claimSession({ db, clock }: Shop, known: Attempt): Promise<Instant> {
  const sessionEndsAt = new Date(clock().getTime() + SESSION_MINUTES * MINUTE_MS).toISOString();
  const held = known.heldUntil ?? '';
  const heldUntil = held > sessionEndsAt ? held : sessionEndsAt;
  await db
    .updateTable('orderAttempts')
    .set({ sessionEndsAt, checkoutSessionId: null, heldUntil })
    .where('id', '=', known.id)
    .where('sessionEndsAt', 'is not distinct from', known.sessionEndsAt)
    .execute();
  return (await findAttempt(db, known.id))?.sessionEndsAt ?? sessionEndsAt;
}

/** Open links and awaited transfers, the oldest first. */
export async function findWaiting(db: Kysely<Database>, now: Date): Promise<PaymentRequest[]> {
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
