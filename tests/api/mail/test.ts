import { join } from 'node:path';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { createOutbox, type Outbox } from '../../../api/mail/outbox.ts';
import { createSmtpTransport, type MailTransport } from '../../../api/mail/transport.ts';
import { test as base, expect } from '../../support/folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { SETTINGS, startClock, type TestClock } from './made-up.ts';
import { openSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

export interface Desk {
  database: OpenDatabase;
  inbox: SmtpInbox;
  transport: MailTransport;
  outbox: Outbox;
  /** The service's clock, which a test turns. */
  time: TestClock;
  clock: () => Date;
  /** The service's log. */
  logged: string[];
  /** Another outbox, on the same database and mail server unless it says otherwise. */
  openOutbox(changes?: Partial<Parameters<typeof createOutbox>[0]>): Outbox;
}

/** In place of the secret of a buyer's link. */
export const writeOrderKey = (orderId: string) => `key-of-${orderId}`;

/** Playwright's `test` with a database, a mail server and an outbox between them, new ones for each test. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ folder }, use) => {
    const database = await openTestDatabase(join(folder, 'site.db'));
    const inbox = await openSmtpInbox();
    const logged: string[] = [];
    const log = (message: string) => void logged.push(message);
    const time = startClock();
    const clock = () => time.now;
    const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
    const { db } = database;
    const openOutbox = (changes = {}) =>
      createOutbox({ db, transport, clock, log, writeOrderKey, ...changes });
    const outbox = openOutbox();
    await use({ database, inbox, transport, outbox, time, clock, logged, openOutbox });
    await outbox.stop();
    await database.close();
    await inbox.close();
  },
});

export { expect };
