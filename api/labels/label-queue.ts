import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { isFullyRefunded } from '#domain/orders/describe-order.ts';
import type { Database, LabelsTable } from '../db/schema.ts';
import { type Background, backOff, createJob, type Job, type ReportRun, workOff } from '../jobs/job.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import type { Shop } from '../shop.ts';
import type { CarrierOrder, Creation, Finding, LabelService } from './click-and-drop.ts';

type LabelWork = Background &
  Pick<Shop, 'getCatalogue' | 'mails' | 'wakeOutbox'> & {
    readonly service: LabelService;
    readonly reportRun?: ReportRun;
    readonly pause?: (stopping: AbortSignal) => Promise<void>;
  };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const POLL_MS = 15_000;
const STOP_LIMIT_MS = 5000;
const pauseOneSecond = (signal: AbortSignal) => wait(1000, undefined, { signal, ref: false });
/** Longer than a call may take: an order is looked up only when no answer can arrive any more. */
const IN_DOUBT_MS = 2 * MINUTE_MS;
/** How often an order in doubt is looked up, within a quarter of an hour. */
const MOST_LOOKS = 4;
const GIVE_UP_CREATING_MS = 3 * DAY_MS;
const GIVE_UP_TRACKING_MS = 30 * DAY_MS;

const UNCLEAR =
  'We can’t tell whether this order reached Click & Drop: look there, and enter it if it’s missing.';
const GONE = 'This order is no longer in Click & Drop.';
const NO_NUMBER = 'Click & Drop gave no tracking number within 30 days.';
const REASON = 'Royal Mail Click & Drop';

/** Creates paid orders at the carrier, once each, and fetches their tracking numbers. */
export function createLabelQueue(deps: LabelWork): Job {
  const { db, clock, log, service, reportRun, pause = pauseOneSecond } = deps;

  async function doNext(stopping: AbortSignal): Promise<boolean> {
    if ((await findDueLabel(db, clock())) === undefined) return false;
    // Before the second look, so that nothing comes between that and the call.
    await pause(stopping);
    const label = await findDueLabel(db, clock());
    if (label === undefined) return false;
    if (label.state === 'waiting') await create(label, stopping);
    else if (label.state === 'asked') await lookUp(label, stopping);
    else await poll(label, stopping);
    return true;
  }

  async function create(label: Label, stopping: AbortSignal): Promise<void> {
    const order = await db.transaction().execute((trx) => claim(trx, label, clock()));
    if (order === null) return;
    const asked: Label = { ...label, state: 'asked', attempts: 1 };
    const creation = await tell(await service.create(order, stopping), stopping);
    log(`label of order ${order.orderNumber}: ${creation.outcome}`);
    if (creation.outcome === 'created') return keep(asked, creation.order);
    if (creation.outcome === 'refused') return fail(asked, creation.reason);
    // Looked up later, because another call could create it twice.
    if (creation.outcome === 'unclear')
      return void (await updateLabel(db, asked, { lastError: creation.reason }));
    const { reason } = creation;
    if (await isOlder(label, GIVE_UP_CREATING_MS)) return fail(asked, reason);
    const attempts = label.attempts + 1;
    const next = after(backOff(attempts, MINUTE_MS, LONGEST_DELAY_MS));
    await updateLabel(db, asked, { state: 'waiting', attempts, nextAttemptAt: next, lastError: reason });
    await tellLabelProblem(db, order.id, reason);
  }

  async function lookUp(label: Label, stopping: AbortSignal): Promise<void> {
    const order = await findOrder(db, label.orderId);
    const finding = await tell(await service.find(order?.orderNumber ?? '', stopping), stopping);
    if (finding.outcome === 'found') return keep(label, finding.order);
    const isOver =
      finding.outcome === 'absent' ? label.attempts >= MOST_LOOKS : await isOlder(label, GIVE_UP_CREATING_MS);
    if (isOver) return fail(label, UNCLEAR);
    const next = after(backOff(label.attempts, IN_DOUBT_MS, LONGEST_DELAY_MS));
    await updateLabel(db, label, { attempts: label.attempts + 1, nextAttemptAt: next });
  }

  async function poll(label: Label, stopping: AbortSignal): Promise<void> {
    const order = await findOrder(db, label.orderId);
    const isWanted = order !== undefined && order.status !== 'cancelled' && order.parcels.length === 0;
    if (!isWanted) return void (await updateLabel(db, label, { nextAttemptAt: null }));
    if (await isOlder(label, GIVE_UP_TRACKING_MS)) return fail(label, NO_NUMBER);
    const known = label.identifier ?? order.orderNumber;
    const finding = await tell(await service.find(known, stopping), stopping);
    if (finding.outcome === 'absent') return fail(label, GONE);
    if (finding.outcome === 'found' && finding.order.trackingNumbers.length > 0) {
      if (await storeNumbers(label, finding.order.trackingNumbers)) return;
    }
    const next = after(backOff(label.attempts + 1, 10 * MINUTE_MS, LONGEST_DELAY_MS));
    await updateLabel(db, label, { attempts: label.attempts + 1, nextAttemptAt: next });
  }

  async function tell<Answer extends Creation | Finding>(
    answer: Answer,
    stopping: AbortSignal,
  ): Promise<Answer> {
    const reason = describeProblem(answer);
    // Unless it was aborted by us.
    if (!stopping.aborted) await reportRun?.(reason === null ? { ok: true } : { ok: false, reason });
    return answer;
  }

  async function keep(label: Label, { identifier, trackingNumbers }: CarrierOrder): Promise<void> {
    const nextAttemptAt = after(10 * MINUTE_MS);
    const created = { state: 'created', identifier, attempts: 0, nextAttemptAt, lastError: null } as const;
    await db.transaction().execute(async (trx) => {
      await updateLabel(trx, label, created);
      await tellLabelProblem(trx, label.orderId, null);
    });
    if (trackingNumbers.length > 0) await storeNumbers({ ...label, ...created }, trackingNumbers);
  }

  /** Like the farm does: with an entry in the history, and a mail to the buyer. */
  async function storeNumbers(label: Label, found: readonly string[]): Promise<boolean> {
    const order = await findOrder(db, label.orderId);
    if (order === undefined || order.parcels.length > 0) return false;
    const change = { version: order.version, trackingNumbers: found, reason: REASON };
    const stored = await fulfilOrder(deps, order.id, change);
    if (stored.ok) await updateLabel(db, label, { nextAttemptAt: null });
    return stored.ok;
  }

  async function fail(label: Label, reason: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await updateLabel(trx, label, { state: 'failed', nextAttemptAt: null, lastError: reason });
      await tellLabelProblem(trx, label.orderId, reason);
    });
    // The reason stays in the database, because carriers often quote the address.
    log(`the label of order ${label.orderId} has failed for good`);
  }

  function after(ms: number): string {
    return new Date(clock().getTime() + ms).toISOString();
  }

  async function isOlder({ createdAt }: Label, ms: number): Promise<boolean> {
    const isOld = clock().getTime() >= Date.parse(createdAt) + ms;
    return isOld && (await deps.isClockRight?.()) !== false;
  }

  return createJob({
    run: (stopping, mayGoOn) => workOff(() => doNext(stopping), mayGoOn),
    onFailure: (error) => log('the label queue failed', error),
    hasWorkLease: deps.hasWorkLease,
    intervalMs: POLL_MS,
    graceMs: STOP_LIMIT_MS,
  });
}

/**
 * Marks an order as asked for. The caller makes the call after the commit. @returns null if there is nothing to ask for
 * now
 */
async function claim(trx: Kysely<Database>, label: Label, now: Date): Promise<Order | null> {
  const next = new Date(now.getTime() + IN_DOUBT_MS).toISOString();
  // Writes before it reads, so that of two processes one waits and then finds the label taken.
  const isOurs = await updateLabel(trx, label, { state: 'asked', attempts: 1, nextAttemptAt: next });
  const order = isOurs ? await findOrder(trx, label.orderId) : undefined;
  if (order === undefined) return null;
  const isToBeSent = order.status === 'processing' && order.parcels.length === 0 && !isFullyRefunded(order);
  const isReady = order.paymentStatus === 'succeeded' && order.flags.length === 0;
  if (isToBeSent && isReady) return order;
  const { orderId, attempts } = label;
  const asked: Label = { ...label, state: 'asked', attempts: 1 };
  // A flag waits for a person. Any change to the order wakes its label, or queues it again.
  if (isToBeSent) await updateLabel(trx, asked, { state: 'waiting', attempts, nextAttemptAt: null });
  else await trx.deleteFrom('labels').where('orderId', '=', orderId).execute();
  return null;
}

/** The carrier's failure. Null if it only refuses one order, which has its own reason. */
function describeProblem(answer: Creation | Finding): string | null {
  if (answer.outcome === 'not_taken' || answer.outcome === 'unknown') return answer.reason;
  // The reason may be the carrier's own message, which may quote the address.
  return answer.outcome === 'unclear' ? 'Royal Mail gave no clear answer.' : null;
}

const LONGEST_DELAY_MS = 6 * 60 * 60 * 1000;

type Label = Selectable<LabelsTable>;

function findDueLabel(db: Kysely<Database>, now: Date): Promise<Label | undefined> {
  return db
    .selectFrom('labels')
    .selectAll()
    .where((label) =>
      label.or([
        label('nextAttemptAt', '<=', now.toISOString()),
        // No delay is this long: the clock was ahead, and has been corrected.
        label('nextAttemptAt', '>', new Date(now.getTime() + 2 * LONGEST_DELAY_MS).toISOString()),
      ]),
    )
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
}

/** @returns false if the label has left the state it was read in */
async function updateLabel(
  db: Kysely<Database>,
  { orderId, state, attempts }: Label,
  changes: Updateable<LabelsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('labels')
    .set(changes)
    .where('orderId', '=', orderId)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The problem shown with the order. It does not change the order itself, so its version stays. */
async function tellLabelProblem(
  db: Kysely<Database>,
  orderId: string,
  problem: string | null,
): Promise<void> {
  await db.updateTable('orders').set({ labelProblem: problem }).where('id', '=', orderId).execute();
}
