import { PAGES } from '#domain/pages.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { formatLondonInstant } from '#forms/london-time.ts';
import type { WatchedJob } from '../db/schema.ts';
import type { Template, TemplatePart } from '../mail/template.ts';
import type { FailingJob } from './watched-jobs-repository.ts';

interface JobWords {
  /** Null if no mail can report it. */
  readonly failing: { readonly subject: string; readonly meaning: string; readonly advice: string } | null;
  readonly mended: { readonly subject: string; readonly meaning: string };
  /** The admin page with details. */
  readonly page?: 'admin/orders' | 'admin/mails';
}

const WORDS: Record<WatchedJob, JobWords> = {
  backup: {
    failing: {
      subject: 'The shop’s backups are failing',
      meaning:
        'The shop cannot make its daily copy of the orders and messages. It goes on selling; but should its disk break now, everything since the last good copy would be lost.',
      advice:
        'Please ask whoever looks after the server to see that the backup folder (BACKUP_DIR) is there, can be written and has room. The shop tries again every quarter of an hour, and you will get a mail when it works.',
    },
    mended: {
      subject: 'The shop’s backups work again',
      meaning: 'A new copy of the orders and messages has been made. There is nothing left to do.',
    },
  },
  mail: {
    failing: null,
    mended: {
      subject: 'The shop’s mails go out again',
      meaning:
        'In this time none of the shop’s mails could be sent, neither to buyers nor to you. Those that waited are sent by themselves, the last of them within six hours. A mail that waited for three days has been given up: the page of mails shows it, and can send it again.',
    },
    page: 'admin/mails',
  },
  failed_mails: {
    failing: {
      subject: 'A mail of the shop could not be delivered',
      meaning:
        'The mail server has refused a mail for good, or it could not be sent for three days. Whoever it was for, a buyer or you, has not got it. Most often its address is misspelt.',
      advice:
        'Please open the page of mails: it says which mail it was, and why. There you can send it again, or to another address.',
    },
    mended: {
      subject: 'No more mails of the shop have failed',
      meaning:
        'The mails that had failed have been sent again, or a day has gone by in which no other failed. If you have not looked at them yet, they are still on the page of mails.',
    },
    page: 'admin/mails',
  },
  reconciliation: {
    failing: {
      subject: 'The shop cannot ask Stripe about payments',
      meaning:
        'Every five minutes the shop asks Stripe what has become of payments that are not finished, and gets no good answer. Buyers may be unable to pay just now, and an order that has been paid may be missing from the list. No payment gets lost: the shop goes on asking.',
      advice:
        'Please see on status.stripe.com whether Stripe has trouble, and in Stripe’s dashboard whether the keys have been changed. After a change, or if all looks well there, ask whoever looks after the server to run npm run doctor. You will get a mail when it works.',
    },
    mended: {
      subject: 'The shop can ask Stripe about payments again',
      meaning: 'Payments of that time have been looked up, and their orders are in the list.',
    },
    page: 'admin/orders',
  },
  labels: {
    failing: {
      subject: 'Royal Mail Click & Drop takes no orders from the shop',
      meaning:
        'Paid orders wait to be handed over to Click & Drop, and tracking numbers do not come back. The shop goes on selling, and hands them over by itself when it works again. After three days it gives an order up, and says so beside it.',
      advice:
        'Please sign in to Click & Drop, and see whether the account is paused or its API key was changed; a new key goes into CLICK_AND_DROP_KEY. If you make a label by hand meanwhile, enter its tracking number beside the order, so that it is not handed over as well.',
    },
    mended: {
      subject: 'Royal Mail Click & Drop takes orders from the shop again',
      meaning:
        'Orders that waited are handed over by themselves within six hours. Where one was given up, it says so beside it.',
    },
    page: 'admin/orders',
  },
};

/** To the farm, when a job keeps failing: since when, what it means, what to do. Null if no mail can report it. */
export function writeFailureNotice(job: FailingJob, farm: Farm): Template | null {
  const { failing, page } = WORDS[job.name];
  if (failing === null) return null;
  return {
    subject: failing.subject,
    parts: [
      { kind: 'paragraph', text: failing.meaning },
      { kind: 'paragraph', text: failing.advice },
      {
        kind: 'facts',
        facts: [
          ['Since', formatLondonInstant(job.failingSince)],
          ['In technical words', job.reason],
        ],
      },
      ...linkTo(page, farm),
    ],
  };
}

/** To the farm, when a job works again. @param job as it was before */
export function writeMendingNotice(job: FailingJob, now: Date, farm: Farm): Template {
  const { mended, page } = WORDS[job.name];
  return {
    subject: mended.subject,
    parts: [
      { kind: 'paragraph', text: mended.meaning },
      {
        kind: 'facts',
        facts: [
          ['Was out from', formatLondonInstant(job.failingSince)],
          ['To', formatLondonInstant(now.toISOString())],
          ['In technical words', job.reason],
        ],
      },
      ...linkTo(page, farm),
    ],
  };
}

function linkTo(page: JobWords['page'], { website }: Farm): TemplatePart[] {
  if (page === undefined) return [];
  const url = new URL(PAGES[page].path, website).href as `https://${string}`;
  const label = page === 'admin/mails' ? 'The page of mails' : 'The list of orders';
  return [{ kind: 'link', label, url }];
}
