import { BoundSocket } from 'node:net';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { createApp } from '../../../api/app.ts';
import { createLog } from '../../../api/http/log.ts';
import { openService, type Service } from '../../../api/service.ts';
import { openSiteStore } from '../../../api/site/site-store.ts';
import { SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { CONTACT_MESSAGE, startTraffic } from '../../support/mixed-traffic.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite, type SmallSite } from '../../support/small-site.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';

const ADMIN_PASSWORD = 'correct horse battery staple';
const CONNECTIONS = 16;

const test = base.extend<{ site: SmallSite; inbox: SmtpInbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  site: async ({}, use) => {
    const site = await buildSmallSite();
    await use(site);
    await site.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  inbox: async ({}, use) => {
    const inbox = await openSmtpInbox();
    await use(inbox);
    await inbox.close();
  },
});

test('while its port is held, the service restarts twice under traffic, and no request fails', async ({
  site,
  inbox,
}) => {
  const dataDir = join(site.root, 'data');
  // As systemd holds it (api/deploy/farm.socket).
  const socket = new BoundSocket({ port: 0, host: '127.0.0.1' });
  const env = {
    DIST_DIR: site.outDir,
    DATA_DIR: dataDir,
    SMTP_URL: inbox.url,
    ADMIN_PASSWORD,
    TRUST_PROXY: '1',
  };
  const start = () => startSiteServer(env, undefined, undefined, socket.fd());
  let service = await start();
  const traffic = await startTraffic({
    url: service.url,
    connections: CONNECTIONS,
    week: '2025-11-17',
    adminPassword: ADMIN_PASSWORD,
  });
  for (let time = 0; time < 2; time += 1) {
    const before = traffic.count();
    await expect.poll(traffic.count).toBeGreaterThan(before + CONNECTIONS);
    expect(await service.stop()).toBe(0);
    service = await start();
  }
  const { failures, messages, intents } = await traffic.stop();
  expect(failures).toEqual([]);
  await service.stop();
  socket.close();
  const database = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true });
  const readIds = (sql: string) => database.prepare(sql).pluck().all().sort();
  expect(readIds('SELECT substr(submission_id, 1, 36) FROM messages')).toEqual(messages.sort());
  expect(readIds('SELECT payment_intent_id FROM order_attempts')).toEqual(intents.sort());
  database.close();
});

test('a mail that is on its way while another process starts arrives once', async ({ site, inbox }) => {
  const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
  inbox.hold = hold;
  const first = await open(site, inbox);
  first.start('http://127.0.0.1:9');
  await sendMessage(first);
  await expect.poll(() => inbox.begun).toBe(1);
  const second = await open(site, inbox);
  await sendMessage(second);
  await expect.poll(() => inbox.begun).toBe(2);
  letGo();
  await first.endWork();
  second.start('http://127.0.0.1:9');
  await expect.poll(() => inbox.received.length).toBe(2);
  await second.stop();
  await first.stop();
  expect(new Set(inbox.received.map(({ mail }) => mail.messageId)).size).toBe(2);
  expect(inbox.begun).toBe(2);
});

/** A service on the site's one database, in this process. */
async function open(site: SmallSite, inbox: SmtpInbox): Promise<Service> {
  const serviceLog = createLog('silent');
  const store = await openSiteStore(site.outDir, serviceLog.log, SANDBOX_PROVIDER);
  return openService({
    config: {
      dataDir: join(site.root, 'data'),
      trustedProxies: 0,
      adminPassword: ADMIN_PASSWORD,
      payments: { mode: 'sandbox', url: undefined },
      mail: { smtpUrl: inbox.url, from: undefined, farmInbox: undefined },
    },
    site: {
      getSnapshot: () => store.current().snapshot,
      getCatalogue: () => store.current().catalogue,
      getFarm: () => store.current().farm,
    },
    serviceLog,
    print: () => undefined,
  });
}

async function sendMessage({ shop }: Service): Promise<void> {
  const body = JSON.stringify(CONTACT_MESSAGE);
  const headers = { 'Content-Type': 'application/json' };
  const answer = await createApp(shop).request('/api/contact-submit', {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(200);
}
