import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { createAdminSessions } from '../../../api/admin/sessions.ts';
import { createSignIn } from '../../../api/admin/sign-in.ts';
import { readContentCatalogue } from '../../../api/catalogue.ts';
import { createClientReader } from '../../../api/client-address.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { LIMITS } from '../../../api/limits.ts';
import { createMailSettings, readContentFarm } from '../../../api/mail/mail-settings.ts';
import { createAdminRoutes } from '../../../api/routes/admin.ts';
import { createPackingRoutes } from '../../../api/routes/packing.ts';
import { PACKING_SLOT } from '../../../src/domain/packing.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { Browser } from '../admin/admin-under-test.ts';

const PAGE = `<!doctype html><title>Packing</title><main>${PACKING_SLOT.start}${PACKING_SLOT.end}</main>`;

export interface PackingUnderTest {
  readonly database: OpenDatabase;
  /** A browser that has not signed in. */
  readonly browser: Browser;
  /** The words and the markup of the page at a query, as the signed-in admin gets it. */
  read(query: string): Promise<{ status: number; text: string; html: string; headers: Headers }>;
}

/** Playwright's `test` with the packing page on a database of its own. */
export const test = base.extend<{ packing: PackingUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  packing: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'packing-'));
    const database = await openTestDatabase(join(folder, 'shop.db'));
    const { db } = database;
    const clients = createClientReader(1);
    const sessions = createAdminSessions({ db, clock: () => new Date(), clients });
    const mails = createMailSettings(readContentFarm(TEST_CONTENT));
    const signIn = createSignIn({ db, limits: LIMITS.signIn, clients, sessions });
    const app = new Hono().route('/api/admin', createAdminRoutes({ sessions, signIn })).route(
      '/admin/packing',
      createPackingRoutes({
        db,
        sessions,
        getCatalogue: () => readContentCatalogue(TEST_CONTENT),
        getMailSettings: () => mails,
        readBuiltPage: () => PAGE,
      }),
    );
    const admin = new Browser(app, { 'X-Forwarded-For': '192.0.2.1' });
    expect((await admin.signIn()).status).toBe(200);
    await use({
      database,
      browser: new Browser(app, { 'X-Forwarded-For': '192.0.2.2' }),
      read: (query) => readAs(admin, query),
    });
    await database.close();
    await rm(folder, { recursive: true, force: true });
  },
});

async function readAs(admin: Browser, query: string) {
  const response = await admin.send('GET', `/admin/packing${query}`);
  const html = await response.text();
  const text = html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',');
  return { status: response.status, headers: response.headers, html, text };
}

export { expect };
