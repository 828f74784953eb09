import type { Selectable } from 'kysely';
import { sayCommand } from '#commands';
import { PAGES } from '#domain/pages.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { formatLondonInstant } from '#forms/london-time.ts';
import type { WatchedJob, WatchedJobsTable } from '../db/schema.ts';
import { linkToSite } from '../mail/order-templates.ts';
import type { Template, TemplatePart } from '../mail/template.ts';

export type JobState = Selectable<WatchedJobsTable>;

/** A job whose last run failed. */
export type FailingJob = JobState & { failingSince: string; reason: string };

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
        'The shop cannot make its daily copy of the orders and messages. It goes on selling, but if its disk broke now, everything since the last good copy would be lost.',
      advice:
        'Please ask whoever looks after the server to check that the backup folder (BACKUP_DIR) is there, can be written to and has room. The shop tries again every quarter of an hour, and you will get an e-mail when it works.',
    },
    mended: {
      subject: 'The shop’s backups are working again',
      meaning: 'A new copy of the orders and messages has been made. There is nothing more to do.',
    },
  },
  mail: {
    failing: null,
    mended: {
      subject: 'The shop’s e-mails are going out again',
      meaning:
        'For a while none of the shop’s e-mails could be sent, to buyers or to you. Those that were waiting go out by themselves, the last within six hours. Any that waited for three days were given up: the page of e-mails shows them, and can send them again.',
    },
    page: 'admin/mails',
  },
  reconciliation: {
    failing: {
      subject: 'The shop cannot ask Stripe about payments',
      meaning:
        'Every five minutes the shop asks Stripe about payments that are not finished, and it is not getting a proper answer. Buyers may not be able to pay just now, and a paid order may be missing from the list. No payment gets lost: the shop keeps asking.',
      advice: `Please look on status.stripe.com for trouble at Stripe, and in Stripe’s dashboard for keys that have changed. If they have, or if all looks well there, ask whoever looks after the server to run ${sayCommand('doctor')}. You will get an e-mail when it works.`,
    },
    mended: {
      subject: 'The shop can ask Stripe about payments again',
      meaning: 'The payments made meanwhile have been looked up, and their orders are in the list.',
    },
    page: 'admin/orders',
  },
  labels: {
    failing: {
      subject: 'Royal Mail Click & Drop is not taking the shop’s orders',
      meaning:
        'Paid orders are waiting to go to Click & Drop, and no tracking numbers are coming back. The shop goes on selling, and hands them over by itself once it works again. After three days it gives up on an order, and says so beside it.',
      advice:
        'Please sign in to Click & Drop, and check whether the account is paused or its API key has changed; a new key goes into CLICK_AND_DROP_KEY. If you make a label by hand meanwhile, enter its tracking number beside the order, so that it is not handed over as well.',
    },
    mended: {
      subject: 'Royal Mail Click & Drop is taking the shop’s orders again',
      meaning:
        'Orders that were waiting are handed over by themselves within six hours. Where one was given up, it says so beside it.',
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
      failing.meaning,
      failing.advice,
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

/** To the farm, when a mail has been given up. */
export function writeUndeliveredNotice(farm: Farm): Template {
  return {
    subject: 'One of the shop’s e-mails could not be delivered',
    parts: [
      'The mail server has refused an e-mail for good, or it could not be sent for three days. Whoever it was for, a buyer or you, has not had it. Usually the address is misspelt.',
      'Please open the page of e-mails: it says which one it was, and why. You can send it again from there, or send it to another address.',
      ...linkTo('admin/mails', farm),
    ],
  };
}

/** To the farm, when a job works again. @param job as it was before */
export function writeMendingNotice(job: FailingJob, now: Date, farm: Farm): Template {
  const { mended, page } = WORDS[job.name];
  return {
    subject: mended.subject,
    parts: [
      mended.meaning,
      {
        kind: 'facts',
        facts: [
          ['Out of order from', formatLondonInstant(job.failingSince)],
          ['To', formatLondonInstant(now.toISOString())],
          ['In technical words', job.reason],
        ],
      },
      ...linkTo(page, farm),
    ],
  };
}

function linkTo(page: JobWords['page'], farm: Farm): TemplatePart[] {
  if (page === undefined) return [];
  const label = page === 'admin/mails' ? 'The page of e-mails' : 'The list of orders';
  return [linkToSite(label, PAGES[page].path, farm)];
}
