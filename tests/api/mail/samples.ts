import {
  writeBuyerChangeNotice,
  writeChangeTemplate,
  writeRefundTemplate,
} from '../../../api/mail/change-templates.ts';
import { CARD_NOTICE, writeContactTemplate } from '../../../api/mail/farm-mails.ts';
import { writeOrderConfirmation, writeOrderNotification } from '../../../api/mail/order-templates.ts';
import { writeParcelTemplate } from '../../../api/mail/parcel-mails.ts';
import { writeLapse, writePaymentRequest, writeReminder } from '../../../api/mail/request-templates.ts';
import type { Template } from '../../../api/mail/template.ts';
import { writeAnswerTemplate } from '../../../api/messages/answer-message.ts';
import { writeMorningTemplate } from '../../../api/office/morning-mail.ts';
import type { Today } from '../../../api/office/today.ts';
import type { Attempt } from '../../../api/orders/attempts-repository.ts';
import type { IsoDay } from '../../../src/domain/dates.ts';
import type { MailKind } from '../../../src/domain/mails.ts';
import { toPence } from '../../../src/domain/money.ts';
import { BOX_PENCE, WEEK } from '../../support/sample-order.ts';
import { makeOrder, SETTINGS } from './made-up.ts';

const LAST_DAY = '2025-12-01' as IsoDay;
const ORDER = makeOrder();
const MOVED = makeOrder({ week: WEEK, version: 2 });
const SENT = makeOrder({
  status: 'shipped',
  parcels: [{ trackingNumber: 'AB123456789GB', sentAt: '2025-11-24T14:00:00.000Z' }],
});
const CHANGED = { before: ORDER, after: MOVED, now: new Date('2025-11-21T09:00:00.000Z') };
const MESSAGE = {
  name: 'Bea',
  email: 'bea@visitors.example.com',
  subject: 'Opening times',
  message: 'Are you open on Sunday?',
  phone: undefined,
  contactPreference: 'email' as const,
};
const ATTEMPT = {
  ...ORDER,
  kind: 'branch_box',
  state: 'open',
  endsAt: '2025-11-23T12:00:00.000Z',
} as unknown as Attempt;

const TODAY: Today = {
  packedNext: '2025-11-24',
  ...{
    toPack: 12,
    late: 0,
    sent: 3,
    newOrders: 4,
    needsLook: 1,
    openLinks: 0,
    newMessages: 2,
    failedMails: 0,
  },
  owed: { orders: 1, pence: toPence(BOX_PENCE) },
  unpaid: { orders: 0, pence: toPence(0) },
  weeks: [],
};

/** One e-mail of every kind, as the service writes it. */
export const SAMPLES: Record<MailKind, Template> = {
  order_confirmation: writeOrderConfirmation(ORDER, SETTINGS),
  order_notification: writeOrderNotification(ORDER, SETTINGS.farm),
  morning_news: writeMorningTemplate(TODAY, SETTINGS.farm),
  contact_message: writeContactTemplate(MESSAGE, SETTINGS.farm),
  tracking: writeParcelTemplate(
    SENT,
    { numbers: ['AB123456789GB'], isCorrected: false, isFurther: false },
    SETTINGS,
  ),
  refund: writeRefundTemplate(
    makeOrder({ refundedPence: toPence(BOX_PENCE) }),
    { pence: toPence(BOX_PENCE), boxes: 1 },
    SETTINGS.farm,
  ),
  order_change: writeChangeTemplate({ ...CHANGED, actor: 'admin' }, SETTINGS),
  buyer_change: writeBuyerChangeNotice({ ...CHANGED, actor: 'buyer' }, SETTINGS.farm),
  service_notice: CARD_NOTICE,
  message_answer: writeAnswerTemplate(MESSAGE, 'We are.\n\nWarm wishes,\nAnn', SETTINGS.farm),
  payment_request: writePaymentRequest({ attempt: ATTEMPT, order: null }, SETTINGS),
  payment_reminder: writeReminder(ORDER, LAST_DAY, SETTINGS.farm),
  payment_lapsed: writeLapse(makeOrder({ status: 'cancelled' }), LAST_DAY, SETTINGS.farm),
};
