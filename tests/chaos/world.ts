import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../src/build/build.ts';
import { openSmtpInbox, type Received, type SmtpInbox } from '../api/mail/smtp-inbox.ts';
import { findFreePort } from '../support/free-port.ts';
import { type SandboxProcess, startSandboxProcess } from '../support/sandbox-process.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { createSmallSite, makeShop, SHELLS } from '../support/small-site.ts';
import type { Storm } from './storm.ts';
import { openWebhookRelay } from './webhook-relay.ts';

export const CAPPED_WEEK = '2025-12-01';
export const OPEN_WEEKS = ['2025-12-08', '2025-12-15'] as const;
/** How long a payment with a card that settles later takes. */
const SETTLE_AFTER_MS = 2500;
/** Generous: the service starts a hundred times, beside everything else. */
const START_LIMIT_MS = 120_000;

/** A mail that the mail server has taken, and whether its sender could know. */
export interface TakenMail extends Received {
  /** Which start of the service sent it. */
  readonly start: number;
  readonly wasToldSo: boolean;
}

/** The real service, which is started again whenever it is killed, and what it talks to: each a process, but the mail server. */
export interface World {
  readonly url: string;
  readonly folder: string;
  readonly sandbox: SandboxProcess;
  readonly inbox: SmtpInbox;
  readonly taken: TakenMail[];
  /** How often the service has been started. */
  starts(): number;
  /** kill -9, and a new start. @returns false where the service does not run */
  kill(): boolean;
  /** Resolves when the service runs. Throws what kept it from starting. */
  waitUntilUp(): Promise<void>;
  /** Asks the service and the sandbox to end, as an operator does. @returns the service's exit code */
  stop(): Promise<number | null>;
  remove(): Promise<void>;
}

/** @param cappedBoxes how many boxes of CAPPED_WEEK there are */
export async function openWorld(storm: Storm, cappedBoxes: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const site = await buildShop(cappedBoxes);
  const port = await findFreePort();
  const relay = await openWebhookRelay(port, storm.pass);
  const sandbox = await startSandboxProcess(
    join(folder, 'sandbox.db'),
    relay.port,
    '--settle-after-ms',
    String(SETTLE_AFTER_MS),
  );
  const taken: TakenMail[] = [];
  let starts = 0;
  const inbox = await openSmtpInbox({
    beforeTaking: async () => void (await storm.pass('during a mail')),
    afterTaking: async (mail, mood) => {
      const start = starts;
      const wasKilled = await storm.pass('after a mail was taken');
      taken.push({ ...mail, start, wasToldSo: !wasKilled && mood === 'take' });
    },
  });
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: site.outDir,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: inbox.url,
    ADMIN_PASSWORD: 'correct horse battery staple',
    // Each buyer comes from an address of their own, as the header says: limits count by it.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
  const startService = () => {
    starts += 1;
    return startSiteServer(env, START_LIMIT_MS);
  };
  let starting: Promise<SiteServer> = startService();
  let running: SiteServer | undefined = await starting;
  const url = running.url;

  const restart = async (old: SiteServer) => {
    if (old.process.exitCode === null && old.process.signalCode === null) await once(old.process, 'exit');
    await old.stop();
    running = await startService();
    return running;
  };
  return {
    url,
    folder,
    sandbox,
    inbox,
    taken,
    starts: () => starts,
    kill() {
      if (running === undefined) return false;
      const old = running;
      running = undefined;
      old.process.kill('SIGKILL');
      starting = restart(old);
      starting.catch(() => undefined);
      return true;
    },
    async waitUntilUp() {
      await starting;
    },
    async stop() {
      const code = await (await starting).stop();
      sandbox.process.kill('SIGTERM');
      await Promise.all([relay.close(), inbox.close()]);
      await site.remove();
      return code;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function buildShop(cappedBoxes: number) {
  const site = await createSmallSite();
  site.pages = { ...site.pages, ...SHELLS };
  const weeks = [{ id: CAPPED_WEEK, boxes: cappedBoxes }, ...OPEN_WEEKS.map((id) => ({ id }))];
  site.values = { ...site.values, 'shop.json': { ...makeShop(), weeks } };
  await buildSite(site);
  return site;
}
