import type { Transaction } from 'kysely';
import { addDays, findLondonMidnight, formatDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import type { Person } from '#domain/people.ts';
import type { Shop as ShopContent } from '#domain/schemas/shop.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/problems.ts';
import { type Background, createJob, type Job } from '../jobs/job.ts';
import { findConfirmation } from '../mail/mail-list-repository.ts';
import { dropUnsentMail, enqueueMail } from '../mail/outbox-repository.ts';
import {
  enqueuePaymentRequest,
  type PaymentRequest,
  writeLapse,
  writeReminder,
} from '../mail/request-templates.ts';
import { sendConfirmation } from '../mail/send-again.ts';
import { findAttempt, findTransferDay, updateAttempt } from '../orders/attempts-repository.ts';
import { changeOrder, notePayment } from '../orders/change-order.ts';
import { dropFlags, renewFlags } from '../orders/flags.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { decideProgress } from '../orders/sale/decide-payment.ts';
import type { Shop } from '../shop.ts';
import { findWaiting } from './payment-links.ts';

/** People are written to by day, in London. */
const FROM = '09:00';
const UNTIL = '18:00';

/** When the boxes of a transfer that is agreed now are free again: at the end of a day in London. */
export function endTransfer(now: Date, { lapseAfterDays }: ShopContent['transfers']): string {
  return findLondonMidnight(addDays(londonDay(now), lapseAfterDays + 1)).toISOString();
}

/**
 * Records that an order's bank transfer has arrived, also if the order has lapsed: then it is to be sent after all, or
 * its money to go back. A second call changes nothing.
 * @param attemptId of the order
 */
export async function receiveMoney(shop: Shop, attemptId: string, person: Person): Promise<Result<Order>> {
  const received = await shop.db.transaction().execute((trx) => receiveIn(trx, shop, attemptId, person));
  if (!received.ok) return received;
  const { order, isToldAgain } = received.value;
  if (isToldAgain) await sendConfirmation(shop, order.id);
  shop.wakeOutbox();
  return { ok: true, value: order };
}

async function receiveIn(
  trx: Transaction<Database>,
  shop: Shop,
  attemptId: string,
  person: Person,
): Promise<Result<{ readonly order: Order; readonly isToldAgain: boolean }>> {
  const attempt = await findAttempt(trx, attemptId);
  const known = await findOrder(trx, attemptId, 'attemptId');
  if (attempt?.paymentMethod !== 'bank' || !known) return refuse({ code: 'order_not_found' });
  const progress = decideProgress(known, 'succeeded');
  if (progress === null) return { ok: true, value: { order: known, isToldAgain: false } };
  const now = shop.clock();
  const by = { actor: 'admin', person, now } as const;
  await notePayment(trx, known.id, { method: 'bank', pence: known.totalPence }, by);
  const flags = renewFlags(known.flags, { ...known, ...progress });
  const order = await changeOrder(trx, known, { ...progress, flags }, by);
  const isStanding = order.status !== 'cancelled';
  // It was recorded before, and taken back.
  const isToldAgain = isStanding && (await findConfirmation(trx, order.id)) !== undefined;
  if (isStanding && !isToldAgain) await shop.mails.confirm(trx, order, now);
  return { ok: true, value: { order, isToldAgain } };
}

/**
 * Takes back that an order's bank transfer has arrived. The order waits for it anew, with all its days, and its buyer
 * is asked again if they have been told that it came. A second call changes nothing.
 * @param version of the order that the person has seen
 */
export async function takeBackMoney(
  shop: Shop,
  id: string,
  version: number,
  person: Person,
): Promise<Result<Order>> {
  const taken = await shop.db.transaction().execute(async (trx): Promise<Result<Order>> => {
    const known = await findOrder(trx, id);
    const attempt = known && (await findAttempt(trx, known.attemptId));
    if (!known || !attempt) return refuse({ code: 'order_not_found' });
    if (known.paymentStatus === 'processing') return { ok: true, value: known };
    if (known.version !== version) return refuse({ code: 'order_changed_meanwhile' });
    if (!canTakeBack(known)) return refuse({ code: 'step_not_allowed' });
    const now = shop.clock();
    const by = { actor: 'admin', person, now } as const;
    await notePayment(trx, id, { method: 'bank', pence: null }, by);
    const isStanding = known.status === 'processing';
    const order = await changeOrder(
      trx,
      known,
      {
        ...(isStanding && { status: 'pending' }),
        paymentStatus: 'processing',
        flags: dropFlags(known.flags, 'cancelled_unrefunded', 'cancelled_by_buyer'),
      },
      by,
    );
    if (!isStanding) return { ok: true, value: order };
    const endsAt = endTransfer(now, shop.getCatalogue().transfers);
    await updateAttempt(trx, attempt.id, { endsAt });
    if (!(await dropUnsentMail(trx, 'order_confirmation', id))) {
      const waiting = { attempt: { ...attempt, endsAt }, order };
      await enqueuePaymentRequest(trx, waiting, shop.getMailSettings(), now, now);
    }
    return { ok: true, value: order };
  });
  if (taken.ok) shop.wakeOutbox();
  return taken;
}

/** Whether that the money has arrived can still have been a mistake: nothing is sent, and none of it has gone back. */
export function canTakeBack(order: Order): boolean {
  return (
    order.paymentMethod === 'bank' &&
    order.paymentStatus === 'succeeded' &&
    (order.status === 'processing' || order.status === 'cancelled') &&
    order.parcels.length === 0 &&
    order.refundedPence === 0
  );
}

type TransferWork = Background & Pick<Shop, 'getCatalogue' | 'getMailSettings' | 'wakeOutbox'>;

/**
 * Reminds buyers once of a bank transfer that has not come, and then lets their boxes go. Nothing lapses while the clock
 * may be wrong.
 */
export function createTransferJob(deps: TransferWork): Job {
  const { db, clock, log, isClockRight } = deps;
  return createJob({
    async run(stopping) {
      const now = clock();
      const time = formatLondonTime(now);
      if (time < FROM || time >= UNTIL || (await isClockRight?.()) === false) return;
      for (const waiting of await findWaiting(db, now)) {
        if (stopping.aborted) return;
        await db.transaction().execute((trx) => remindOrLapse(trx, deps, waiting, now));
      }
      deps.wakeOutbox();
    },
    onFailure: (error) => log('the bank transfers could not be looked at', error),
    hasWorkLease: deps.hasWorkLease,
    intervalMs: 10 * 60_000,
  });
}

async function remindOrLapse(
  trx: Transaction<Database>,
  { getCatalogue, getMailSettings }: TransferWork,
  { attempt: { id }, order: waiting }: PaymentRequest,
  now: Date,
): Promise<void> {
  // As it is now: the money may have been recorded meanwhile.
  const [attempt, known] = [await findAttempt(trx, id), waiting && (await findOrder(trx, waiting.id))];
  const lastDay = attempt && findTransferDay(attempt);
  if (!known || !lastDay || known.paymentStatus !== 'processing' || known.status !== 'pending') return;
  const today = londonDay(now);
  const settings = getMailSettings();
  const address = known.customerEmail;
  const subjectId = `${known.id}/${lastDay}`;
  if (today > lastDay) {
    const reason = `The bank transfer had not come by ${formatDay(lastDay, 'full')}.`;
    const order = await changeOrder(trx, known, { status: 'cancelled' }, { actor: 'payment', reason, now });
    const template = writeLapse(order, lastDay, settings.farm);
    return enqueueMail(trx, { kind: 'payment_lapsed', subjectId, address, template }, settings, now);
  }
  const { remindAfterDays, lapseAfterDays } = getCatalogue().transfers;
  if (today < addDays(lastDay, remindAfterDays - lapseAfterDays)) return;
  const template = writeReminder(known, lastDay, settings.farm);
  await enqueueMail(trx, { kind: 'payment_reminder', subjectId, address, template }, settings, now);
}
