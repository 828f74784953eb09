import { formatCount } from '#domain/count.ts';
import { londonDay } from '#domain/dates.ts';
import { labelWeek, sundayOf } from '#domain/delivery/weeks.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { PAGES } from '#domain/pages.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { type Background, createJob, type Job } from '../jobs/job.ts';
import { linkToSite } from '../mail/order-templates.ts';
import { enqueueMail } from '../mail/outbox-repository.ts';
import type { Template } from '../mail/template.ts';
import type { Shop } from '../shop.ts';
import { describeLeft, describePacking, listWork, readToday, type Today } from './today.ts';

/** In London: before anybody packs. */
const FROM = '07:00';
/** What was not sent by then, because the service was away, is no morning's news any more. */
const UNTIL = '10:00';

type MorningOptions = Background & Pick<Shop, 'getCatalogue' | 'getMailSettings' | 'wakeOutbox'>;

/** Mails the farm every morning what there is to do, while a delivery week is to come or under way, if it wants that. */
export function createMorningMail(options: MorningOptions): Job {
  const { db, clock, log, hasWorkLease, getCatalogue, getMailSettings, wakeOutbox } = options;
  return createJob({
    async run() {
      const now = clock();
      const day = londonDay(now);
      const time = formatLondonTime(now);
      // What still waits for a mail server is no news any more.
      const old = db.deleteFrom('outbox').where('kind', '=', 'morning_news').where('state', '=', 'waiting');
      await old.where('subjectId', '<', day).execute();
      const { weeks, farmMails } = getCatalogue();
      const isSeason = weeks.some(({ id }) => sundayOf(id) >= day);
      if (farmMails === 'each' || !isSeason || time < FROM || time >= UNTIL) return;
      const today = await readToday(options);
      if (today.toPack + today.late + listWork(today, 'owner').length === 0) return;
      const settings = getMailSettings();
      const template = writeMorningTemplate(today, settings.farm);
      const mail = { kind: 'morning_news' as const, subjectId: day, address: null, template };
      await db.transaction().execute((trx) => enqueueMail(trx, mail, settings, now));
      wakeOutbox();
    },
    onFailure: (error) => log('the morning’s e-mail could not be written', error),
    hasWorkLease,
    intervalMs: 5 * 60_000,
  });
}

/** What Today says, in the same words. */
export function writeMorningTemplate(today: Today, farm: Farm): Template {
  const work = listWork(today, 'owner');
  return {
    subject: `Today on the farm: ${describePacking(today)}`,
    parts: [
      `Good morning. ${describePacking(today)}.`,
      ...(work.length === 0
        ? []
        : [work.map(([, count, words]) => `${formatCount(count)} ${words}`).join('\n')]),
      {
        kind: 'facts',
        facts: today.weeks.map(
          (week) =>
            [labelWeek(week.week), `${formatBoxes(week.boxes)} sold. ${describeLeft(week)}.`] as const,
        ),
      },
      linkToSite('Open Today', PAGES.admin.path, farm),
    ],
  };
}
