import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../../../api/app.ts';
import { type FinishedBackup, makeBackup } from '../../../api/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../api/operations/backup/restore-backup.ts';
import { openService, type Service } from '../../../api/service.ts';
import { readWeeks } from '../../../api/site/live-content.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import type { DeliveryWeek } from '../../../src/domain/delivery/weeks.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { openSmtpInbox, type SmtpInbox } from '../../api/mail/smtp-inbox.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { QUIET_LOG, readTestSite, TEST_CONTENT } from '../../support/test-site.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Soon enough for a run to wait for it. */
const SETTLE_AFTER_MS = 400;

/** A shop whose disk can be taken away under it. Service, Stripe and mail server run in this process. */
export interface ShortLivedShop {
  readonly url: string;
  /** With `data` and `sandbox.db`, as `readBooks` wants it. */
  readonly folder: string;
  readonly inbox: SmtpInbox;
  /** Of the service that runs now. */
  parts(): Service['shop'];
  waitUntilUp(): Promise<void>;
  /** Puts the service's clock forward. */
  passTime(ms: number): void;
  backUp(): FinishedBackup;
  /** Takes the data folder from the running service, puts a backup in its place, and starts the service on that. */
  loseDisk(backup: FinishedBackup): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** @param weeks the weeks on sale */
export async function openShortLivedShop(weeks: readonly DeliveryWeek[]): Promise<ShortLivedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'lost-disk-'));
  const [dataDir, backupDir] = [join(folder, 'data'), join(folder, 'backups')];
  await writeTestDatabase(join(dataDir, 'farm.db'));
  const inbox = await openSmtpInbox();
  const sandbox = await startSandbox({
    port: 0,
    dataFile: join(folder, 'sandbox.db'),
    webhook: null,
    secretKey: SANDBOX_SECRET_KEY,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    settleAfterMs: SETTLE_AFTER_MS,
  });
  let aheadMs = 0;
  const clock = () => new Date(Date.now() + aheadMs);
  const contentDir = join(folder, 'content');
  await cp(TEST_CONTENT, contentDir, { recursive: true });
  const shop = JSON.parse(await readFile(join(contentDir, 'shop.json'), 'utf8'));
  await writeFile(join(contentDir, 'shop.json'), JSON.stringify({ ...shop, weeks }));
  const site = await readTestSite();
  let weeksNow = weeks;
  const open = () =>
    openService({
      config: {
        dataDir,
        contentDir,
        // Each buyer comes from an address of their own, as the header says: limits count by it.
        trustedProxies: 1,
        adminPassword: undefined,
        payments: { mode: 'sandbox', url: sandbox.url },
        mail: { smtpUrl: inbox.url, from: undefined, farmInbox: undefined },
      },
      // Its build has other weeks, so these are read beside it when the farm has changed them.
      site: {
        ...site,
        getCatalogue: () => ({ ...site.getCatalogue(), weeks: weeksNow }),
        async refreshSite() {
          weeksNow = (await readWeeks(contentDir)) ?? [];
        },
      },
      serviceLog: QUIET_LOG,
      clock,
      print: () => undefined,
    });
  const isAway: Fetch = () => new Response('Away', { status: 503 });
  let answer = isAway;
  const fetch: Fetch = (request, env) => answer(request, env);
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox.setWebhook({ url: `${url}/api/stripe/webhook`, secret: SANDBOX_WEBHOOK_SECRET });

  let service = await open();
  const begin = () => {
    answer = createApp(service.shop).fetch;
    service.start(url);
  };
  begin();
  let replacing = Promise.resolve();
  const replaceDisk = async (backup: FinishedBackup) => {
    rmSync(dataDir, { recursive: true });
    answer = isAway;
    // Its last output has no reader.
    await service.stop().catch(() => undefined);
    restoreBackup(backup.file, dataDir, new Date());
    service = await open();
    begin();
  };
  return {
    url,
    folder,
    inbox,
    parts: () => service.shop,
    waitUntilUp: () => replacing,
    passTime(ms) {
      aheadMs += ms;
    },
    backUp: () => makeBackup({ dataDir, backupDir }, new Date()),
    loseDisk(backup) {
      replacing = replaceDisk(backup);
      return replacing;
    },
    async stop() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.stop();
      await inbox.close();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
