import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type OpenDatabase, openDatabase } from '../../../api/db/open.ts';
import type { Database } from '../../../api/db/schema.ts';
import { createOutbox, type Outbox } from '../../../api/mail/outbox.ts';
import { createSmtpTransport } from '../../../api/mail/transport.ts';
import { createWatch, type Watch } from '../../../api/operations/watch.ts';
import { test as base, expect } from '../../support/folder.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { SETTINGS, startClock, type TestClock } from '../mail/made-up.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';

/** The watch over one database and the outbox that mails for it, as one start of the service has them. */
export interface WatchedService {
  readonly watch: Watch;
  readonly outbox: Outbox;
  readonly logged: string[];
}

export function openWatchedService(
  db: Kysely<Database>,
  inbox: SmtpInbox,
  clock: () => Date,
): WatchedService {
  const logged: string[] = [];
  const log = (message: string, error?: unknown) => void logged.push(`${message} ${error ?? ''}`.trim());
  // A test sends what is due when it wants to.
  const watch = createWatch({ db, clock, log, getMailSettings: () => SETTINGS, wakeOutbox: () => {} });
  const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
  const outbox = createOutbox({
    db,
    transport,
    clock,
    log,
    writeOrderKey: () => 'key',
    reportRun: watch.follow('mail'),
    tellUndelivered: watch.tellUndelivered,
  });
  return { watch, outbox, logged };
}

/** The watch's mails to the farm, oldest first. */
export function readNotices({ received }: SmtpInbox) {
  const notices = received.filter(({ mail }) => mail.messageId?.startsWith('<service-notice.'));
  return notices.map(({ to, mail }) => ({ to, subject: mail.subject ?? '', text: mail.text ?? '' }));
}

export function listSubjects(inbox: SmtpInbox) {
  return readNotices(inbox).map(({ subject }) => subject);
}

export interface Farm {
  readonly dataDir: string;
  readonly inbox: SmtpInbox;
  /** The service's clock, which a test turns. */
  readonly time: TestClock;
  readonly clock: () => Date;
  readonly database: OpenDatabase;
  readonly service: WatchedService;
  /** Restarts the service on the same data, with nothing in memory. */
  restart(): Promise<void>;
}

/** Playwright's `test` with a database that is watched, and a mail server, new ones for each test. */
export const test = base.extend<{ farm: Farm }>({
  farm: async ({ folder: dataDir }, use) => {
    const inbox = await openSmtpInbox();
    const time = startClock();
    const clock = () => time.now;
    await writeTestDatabase(join(dataDir, 'farm.db'));
    const open = async () => {
      const database = await openDatabase(join(dataDir, 'farm.db'));
      return { database, service: openWatchedService(database.db, inbox, clock) };
    };
    let running = await open();
    const stop = async () => {
      await running.service.outbox.stop();
      await running.database.close();
    };
    await use({
      dataDir,
      inbox,
      time,
      clock,
      get database() {
        return running.database;
      },
      get service() {
        return running.service;
      },
      async restart() {
        await stop();
        running = await open();
      },
    });
    await stop();
    await inbox.close();
  },
});

export { expect };
