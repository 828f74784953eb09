import type { Transaction } from 'kysely';
import { countBoxes } from '#domain/orders/describe-order.ts';
import { trackingUrl } from '#domain/orders/parcels.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database } from '../db/schema.ts';
import type { ChangedOrder } from '../orders/change-order.ts';
import type { Order } from '../orders/orders-repository.ts';
import { listNumbers } from '../orders/parcels.ts';
import type { MailSettings } from './mail-settings.ts';
import { address, greeting, linkToOrder } from './order-templates.ts';
import { dropUnsentMail, enqueueMail, findMailsAbout, mayHaveBeenSent } from './outbox-repository.ts';
import type { Template, TemplatePart } from './template.ts';

/** The subject's last part, in a mail about an order that is sent without new tracking numbers. */
const SENT = 'sent';

/**
 * Queues the mail to the buyer about parcels that they have not been told of: one mail for all that are entered at the
 * same time, or before the last one has gone. A parcel is mailed once. An order that is sent without numbers is mailed
 * too, once. A waiting mail that is no longer true goes.
 * @returns whether one is queued
 */
export async function enqueueParcelMails(
  trx: Transaction<Database>,
  changed: ChangedOrder,
  settings: MailSettings,
): Promise<boolean> {
  const { before, after, now } = changed;
  if (!hasMoved(before, after)) return false;
  const numbers = listNumbers(after.parcels);
  const mails = (await findMailsAbout(trx, 'tracking', after.id)).map((mail) => {
    return { ...mail, about: listSubjects(mail.subjectId) };
  });
  const isKnown = (number: string) => mails.some(({ about }) => about.includes(number));
  const isGone = ({ about }: { about: string[] }) =>
    about.some((each) => each !== SENT && !numbers.includes(each));
  const waiting = mails.filter(({ state }) => state === 'waiting');
  const isNew = numbers.some((number) => !isKnown(number)) || waiting.some(isGone);
  const dropped = waiting.filter((mail) => {
    if (mail.about.includes(SENT)) return after.status === 'processing' || isNew;
    // One that nobody has tried to send yet is written anew, with what is new.
    return isGone(mail) || (isNew && mail.attempts === 0 && mail.about.length > 0);
  });
  for (const { subjectId } of dropped) await dropUnsentMail(trx, 'tracking', subjectId);
  const told = mails.filter((mail) => !dropped.includes(mail)).flatMap(({ about }) => about);
  const fresh = numbers.filter((number) => !told.includes(number));
  // The mail that has just been dropped was the only one to say that it is sent.
  const isOwed = after.status === 'shipped' && dropped.length > 0 && told.length === 0;
  if (fresh.length === 0 && !isOwed && !isSentWithoutNews(before, after)) return false;
  const isCorrected =
    before.status !== 'processing' && told.some((each) => each !== SENT && !numbers.includes(each));
  const isFurther = told.some((each) => numbers.includes(each));
  const mail = {
    kind: 'tracking' as const,
    subjectId: `${after.id}/${fresh.join(',') || SENT}`,
    address: after.customerEmail,
    template: writeParcelTemplate(after, { numbers: fresh, isCorrected, isFurther }, settings),
    person: changed.person,
  };
  await enqueueMail(trx, mail, settings, now);
  return true;
}

/** Whether the buyer has been told, or is just being told, of a sending that is taken back. */
export async function wasToldOfSending(
  trx: Transaction<Database>,
  { before, after }: Pick<ChangedOrder, 'before' | 'after'>,
): Promise<boolean> {
  const kept = listNumbers(after.parcels);
  const taken = listNumbers(before.parcels).filter((number) => !kept.includes(number));
  const mails = await findMailsAbout(trx, 'tracking', after.id);
  return mails.some(
    (mail) =>
      mayHaveBeenSent(mail) &&
      listSubjects(mail.subjectId).some((each) =>
        each === SENT ? before.status === 'shipped' && after.status !== 'shipped' : taken.includes(each),
      ),
  );
}

function hasMoved(before: Order, after: Order): boolean {
  return (
    before.status !== after.status || listNumbers(before.parcels).join() !== listNumbers(after.parcels).join()
  );
}

function isSentWithoutNews(before: Order, after: Order): boolean {
  if (after.status !== 'shipped' || before.status === 'shipped') return false;
  return after.parcels.length === 0;
}

/** The tracking numbers that a mail is about, or `SENT`. None for a copy, whose first mail says it. */
function listSubjects(subjectId: string): string[] {
  const [, numbers = '', copy] = subjectId.split('/');
  return copy === undefined ? numbers.split(',').filter((each) => each !== '') : [];
}

interface ParcelNews {
  readonly numbers: readonly string[];
  /** Whether they replace others that the buyer knows. */
  readonly isCorrected: boolean;
  /** Whether they come beside others that the buyer knows. */
  readonly isFurther: boolean;
}

/** To the buyer, once the order is sent, and once a number is added or corrected. */
export function writeParcelTemplate(
  order: Order,
  news: ParcelNews,
  settings: Pick<MailSettings, 'farm' | 'sale'>,
): Template {
  const { numbers } = news;
  return {
    subject: `Your order ${order.orderNumber} is on its way`,
    from: settings.farm,
    parts: [
      greeting(order),
      describeNews(order, news),
      {
        kind: 'facts',
        facts: [
          ...(numbers.length === 0
            ? []
            : [[numbers.length === 1 ? 'Tracking number' : 'Tracking numbers', numbers.join('\n')] as const]),
          ['Deliver to', address(order)],
        ],
      },
      ...numbers.map((number) => linkToParcel(number, numbers.length > 1)),
      ...linkToOrder(order, settings),
      'If it doesn’t arrive, please ring us or write, and quote your order number.',
    ],
  };
}

function describeNews(order: Order, { numbers, isCorrected, isFurther }: ParcelNews): string {
  const { orderNumber } = order;
  if (isCorrected) {
    const [what, follow] =
      numbers.length === 1 ? ['number', 'This is the right one'] : ['numbers', 'These are the right ones'];
    return `We’ve corrected the tracking ${what} for your order ${orderNumber}. ${follow}.`;
  }
  if (isFurther)
    return `${numbers.length === 1 ? 'Another parcel' : 'More parcels'} of your order ${orderNumber} ${numbers.length === 1 ? 'is' : 'are'} on the way to you.`;
  return `Your order ${orderNumber} (${formatBoxes(countBoxes(order).left)}) is on its way to you.`;
}

function linkToParcel(number: string, isOneOfSeveral: boolean): TemplatePart {
  return {
    kind: 'link',
    label: isOneOfSeveral ? `Track ${number}` : 'Track your parcel',
    url: trackingUrl(number),
  };
}
