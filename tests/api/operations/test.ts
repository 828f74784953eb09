import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type OpenDatabase, openDatabase } from '../../../api/db/open.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';
import { type Alarms, openAlarms } from './open-alarms.ts';

export interface Farm {
  readonly dataDir: string;
  readonly inbox: SmtpInbox;
  /** The service's clock, which a test turns. */
  readonly time: { now: Date; pass(minutes: number): void };
  readonly clock: () => Date;
  readonly database: OpenDatabase;
  readonly alarms: Alarms;
  /** Ends all that the service had in memory, and begins anew on the same data. */
  restart(): Promise<void>;
}

/** Playwright's `test` with a database that is watched, and a mail server, new ones for each test. */
export const test = base.extend<{ farm: Farm }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  farm: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'watched-'));
    const inbox = await openSmtpInbox();
    const time = {
      now: new Date('2025-11-20T09:00:00.000Z'),
      pass(minutes: number) {
        time.now = new Date(time.now.getTime() + minutes * 60_000);
      },
    };
    const clock = () => time.now;
    await writeTestDatabase(join(dataDir, 'farm.db'));
    const open = async () => {
      const database = await openDatabase(join(dataDir, 'farm.db'));
      return { database, alarms: openAlarms(database.db, inbox, clock) };
    };
    let running = await open();
    const stop = async () => {
      await running.alarms.outbox.stop();
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
      get alarms() {
        return running.alarms;
      },
      async restart() {
        await stop();
        running = await open();
      },
    });
    await stop();
    await inbox.close();
    await rm(dataDir, { recursive: true });
  },
});

export { expect };
