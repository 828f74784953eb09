import type { Kysely } from 'kysely';
import { KEY_PLACES } from '#domain/mails.ts';
import { toPence } from '#domain/money.ts';
import { countBoxes } from '#domain/orders/describe-order.ts';
import type { MailPreview, WeekJobRequest } from '#domain/orders/week-jobs.ts';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { writeChangeTemplate, writeRefundTemplate } from '../mail/change-templates.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { renderText } from '../mail/template.ts';
import type { Order } from '../orders/orders-repository.ts';
import { listRefundable, sortOrders } from './plan-week.ts';

/** The mail that a job would send to the first of its buyers. Without the key to the order. */
export async function previewMail(
  db: Kysely<Database>,
  week: string,
  job: Omit<WeekJobRequest, 'id'>,
  settings: MailSettings,
  now: Date,
): Promise<Result<MailPreview>> {
  const { taken } = await sortOrders(db, week);
  const [order] = job.action === 'refund' ? listRefundable(taken) : taken;
  if (order === undefined) return refuse({ code: 'week_job_empty' });
  const template = writeMail(order, job, settings, now);
  const text = renderText(template).replaceAll(KEY_PLACES.order, '…');
  return { ok: true, value: { subject: template.subject, text } };
}

function writeMail(
  order: Order,
  { action, toWeek, note }: Omit<WeekJobRequest, 'id'>,
  settings: MailSettings,
  now: Date,
) {
  if (action === 'refund') {
    const after: Order = { ...order, status: 'cancelled', refundedPence: toPence(order.paidAmount) };
    const refund = {
      pence: toPence(order.paidAmount - order.refundedPence),
      boxes: countBoxes(order).left,
    };
    return writeRefundTemplate(after, refund, settings.farm, note);
  }
  const after = { ...order, week: toWeek ?? order.week };
  return writeChangeTemplate({ before: order, after, actor: 'admin', now, note }, settings);
}
