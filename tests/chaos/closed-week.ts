import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { OrderListItem } from '../../src/domain/orders/order-list.ts';
import { openSmtpInbox } from '../api/mail/smtp-inbox.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { findFreePort } from '../support/free-port.ts';
import { startSandboxProcess } from '../support/sandbox-process.ts';
import { ADMIN_PASSWORD, signIn } from '../support/sign-in.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { writeTestDatabase } from '../support/test-database.ts';
import { type Books, readBooks } from './books.ts';

export interface KilledWeek {
  readonly books: Books;
  /** How many orders the closed week still listed after each kill. */
  readonly listed: readonly number[];
  /** The subjects of what each buyer was sent, but once for a mail that came twice under one id. */
  readonly letters: ReadonlyMap<string, readonly string[]>;
}

const WEEK = '2025-12-01';
/** Long enough for a kill to find a refund that is made and not yet recorded. */
const SLOW_ANSWER_MS = 150;
const PATIENCE_MS = 30_000;

/**
 * Closes a week and refunds its orders, a request each as the page does, while the service is killed at each of these
 * numbers of refunds. After a kill, what the week still lists is chosen again.
 */
export async function killInClosedWeek(orders: number, killAt: readonly number[]): Promise<KilledWeek> {
  const folder = await mkdtemp(join(tmpdir(), 'closed-week-'));
  const port = await findFreePort();
  const sandbox = await startSandboxProcess(join(folder, 'sandbox.db'), port);
  const inbox = await openSmtpInbox();
  await writeTestDatabase(join(folder, 'data', 'farm.db'));
  const servers: SiteServer[] = [];
  const start = async () => {
    const env = { SANDBOX_URL: sandbox.url, SMTP_URL: inbox.url, ADMIN_PASSWORD, TRUSTED_PROXIES: '1' };
    const server = await startSiteServer({ ...env, PORT: String(port), DATA_DIR: join(folder, 'data') });
    servers.push(server);
    return server;
  };
  try {
    const { url } = await start();
    await Promise.all(
      Array.from({ length: orders }, (_, at) =>
        buyThroughApi(url, undefined, {
          purchase: { customerEmail: `buyer${at}@example.com`, deliveryWeek: WEEK },
          address: `198.18.0.${at}`,
        }),
      ),
    );
    const cookie = await signIn(url, ADMIN_PASSWORD);
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { Cookie: cookie, Origin: url, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as T;
    };
    const list = async () => {
      const all = await call<OrderListItem[]>('GET', `/branch-boxes/orders`);
      return all.filter(({ deliveryWeek, status }) => deliveryWeek === WEEK && status === 'processing');
    };
    const slow = { path: '/v1/refunds', method: 'POST', count: 1000, after: true, hangMs: SLOW_ANSWER_MS };
    await fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ calls: [slow] }),
    });
    await call('POST', `/admin/weeks/${WEEK}/close`);
    const refundAll = async () => {
      for (const { id, version, boxes } of await list()) {
        const request = { version, boxes: boxes.left, requestId: randomUUID(), note: 'Snow.' };
        await call('POST', `/admin/orders/${id}/refunds`, request);
      }
    };

    const listed: number[] = [];
    for (const wanted of killAt) {
      const work = refundAll().catch(() => undefined);
      await waitUntil(() => readBooks(folder).refunds.length >= wanted, 1);
      const { process } = servers.at(-1) as SiteServer;
      process.kill('SIGKILL');
      await once(process, 'exit');
      await work;
      await start();
      listed.push((await list()).length);
    }
    await waitUntil(async () => {
      await refundAll();
      return (await list()).length === 0;
    });
    await waitUntil(() => readBooks(folder).mails.every(({ state }) => state === 'sent'));
    const letters = new Map<string, string[]>();
    const seen = new Set<string | undefined>();
    for (const { to, mail } of inbox.received) {
      if (seen.has(mail.messageId)) continue;
      seen.add(mail.messageId);
      const [recipient = ''] = to;
      letters.set(recipient, [...(letters.get(recipient) ?? []), mail.subject ?? '']);
    }
    return { books: readBooks(folder), listed, letters };
  } finally {
    for (const server of servers) await server.stop();
    sandbox.process.kill('SIGTERM');
    await inbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function waitUntil(isSo: () => boolean | Promise<boolean>, pauseMs = 100): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('It does not come to an end.');
    await sleep(pauseMs);
  }
}

/** The refunds of each payment. */
export function countByPayment(refunds: readonly Stripe.Refund[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { payment_intent: payment } of refunds) {
    const id = String(payment);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
