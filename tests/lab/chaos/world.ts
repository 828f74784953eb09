import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../../src/build/build.ts';
import { openSmtpInbox, type Received, type SmtpInbox } from '../../api/mail/smtp-inbox.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type SandboxProcess, startSandboxProcess } from '../../support/sandbox-process.ts';
import { createSmallSite, makeShop, SHELLS, writeFiles } from '../../support/small-site.ts';
import { type Books, readBooks } from './books.ts';
import { type KeptService, keepService } from './kept-service.ts';
import type { Storm } from './storm.ts';
import { openWebhookRelay } from './webhook-relay.ts';

export const CAPPED_WEEK = '2025-12-01';
export const OPEN_WEEKS = ['2025-12-08', '2025-12-15'] as const;
/** How long a payment with a card that settles later takes. */
const SETTLE_AFTER_MS = 2500;

/** A mail that the mail server has taken, and whether its sender could know. */
export interface TakenMail extends Received {
  /** How often, by then, something had happened that keeps a service from writing down that a mail is sent. */
  readonly interruptions: number;
  readonly wasToldSo: boolean;
}

/** The real service, which is started again whenever it is killed, and what it talks to: each a process, but the mail server. */
export interface World {
  readonly url: string;
  /** Where its databases are. */
  readonly folder: string;
  readonly sandbox: SandboxProcess;
  readonly inbox: SmtpInbox;
  readonly taken: TakenMail[];
  /** kill -9, and a new start; on several machines, or what else befalls them. @returns false where it meets nobody */
  kill(): boolean;
  /** Resolves when somebody answers. Throws what kept the service from starting. */
  waitUntilUp(): Promise<void>;
  /** Ends what goes wrong by itself, and starts every service again, which then finishes the work left. */
  startAgain(): Promise<void>;
  /** Asks every service and the sandbox to end, as an operator does. @returns what was wrong with it */
  stop(): Promise<string[]>;
  readBooks(): Promise<Books>;
  /** Beyond those that all campaigns have. */
  figures(): Readonly<Record<string, number>>;
  /** @param keeps the databases */
  close(keeps: boolean): Promise<void>;
}

/** @param cappedBoxes how many boxes of CAPPED_WEEK there are */
export type OpenWorld = (storm: Storm, cappedBoxes: number) => Promise<World>;

/** One machine, on SQLite. */
export const openWorld: OpenWorld = async (storm, cappedBoxes) => {
  const port = await findFreePort();
  const around = await openSurroundings(storm, cappedBoxes, [port], () => service.starts());
  const { folder } = around;
  const service: KeptService = await keepService({
    ...around.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
  });
  return {
    ...around,
    url: service.url,
    kill: service.kill,
    waitUntilUp: service.waitUntilUp,
    async startAgain() {
      await service.waitUntilUp();
      service.kill();
      await service.waitUntilUp();
    },
    async stop() {
      const code = await service.stop();
      await around.stop();
      return code === 0 ? [] : [`the service ended with ${code}`];
    },
    readBooks: async () => readBooks(folder),
    figures: () => ({}),
    close: async (keeps) => (keeps ? undefined : rm(folder, { recursive: true, force: true })),
  };
};

/** What services talk to: the sandbox with its webhooks, the mail server, and the site that they serve. */
export interface Surroundings {
  readonly folder: string;
  readonly sandbox: SandboxProcess;
  readonly inbox: SmtpInbox;
  readonly taken: TakenMail[];
  /** Settings of every service. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * @param ports of the services, which webhooks go to in turn
 * @param countInterruptions as `TakenMail` has them
 */
export async function openSurroundings(
  storm: Storm,
  cappedBoxes: number,
  ports: readonly number[],
  countInterruptions: () => number,
): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const site = await buildShop(cappedBoxes);
  const relay = await openWebhookRelay(ports, storm.pass);
  const sandbox = await startSandboxProcess(
    join(folder, 'sandbox.db'),
    relay.port,
    '--settle-after-ms',
    String(SETTLE_AFTER_MS),
  );
  const taken: TakenMail[] = [];
  const inbox = await openSmtpInbox({
    beforeTaking: async () => void (await storm.pass('during a mail')),
    afterTaking: async (mail, mood) => {
      const interruptions = countInterruptions();
      const wasKilled = await storm.pass('after a mail was taken');
      taken.push({ ...mail, interruptions, wasToldSo: !wasKilled && mood === 'take' });
    },
  });
  const env = {
    DIST_DIR: site.outDir,
    // What is sold of a week is read from the content as it is now.
    CONTENT_DIR: site.contentDir,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: inbox.url,
    ADMIN_PASSWORD: 'correct horse battery staple',
    // Each buyer comes from an address of their own, as the header says: limits count by it.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
  return {
    folder,
    sandbox,
    inbox,
    taken,
    env,
    async stop() {
      sandbox.process.kill('SIGTERM');
      await Promise.all([relay.close(), inbox.close()]);
      await site.remove();
    },
  };
}

async function buildShop(cappedBoxes: number) {
  const site = await createSmallSite();
  site.pages = { ...site.pages, ...SHELLS };
  const weeks = [{ id: CAPPED_WEEK, boxes: cappedBoxes }, ...OPEN_WEEKS.map((id) => ({ id }))];
  const shop = { ...makeShop(), weeks };
  site.values = { ...site.values, 'shop.json': shop };
  await writeFiles(site.contentDir, { 'shop.json': JSON.stringify(shop) });
  await buildSite(site);
  return site;
}
