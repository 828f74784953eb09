import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderListItem } from '../../../src/domain/orders/order-list.ts';
import { openSmtpInbox } from '../../api/mail/smtp-inbox.ts';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import { ADMIN_PASSWORD, signIn } from '../../support/sign-in.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { type Books, readBooks } from './books.ts';

const WEEK = '2025-12-01';
/** Long enough for a kill to find a refund that is made and not yet recorded. */
const SLOW_ANSWER_MS = 150;
const PATIENCE_MS = 30_000;

/**
 * Refunds the orders of a week that cannot be packed, a request each as the page does, while the service is killed after a quarter and
 * after half of the refunds. After a kill, what the week still lists is chosen again. Each order must be refunded once,
 * and each buyer told once.
 */
export async function killInClosedWeek(orders: number) {
  const killAt = [Math.ceil(orders / 4), Math.ceil(orders / 2)];
  const folder = await mkdtemp(join(tmpdir(), 'closed-week-'));
  const port = await findFreePort();
  const sandbox = await startSandboxProcess(join(folder, 'sandbox.db'), port);
  const inbox = await openSmtpInbox();
  await writeTestDatabase(join(folder, 'data', 'farm.db'));
  const servers: SiteServer[] = [];
  const start = async () => {
    const env = { SANDBOX_URL: sandbox.url, SMTP_URL: inbox.url, ADMIN_PASSWORD, TRUST_PROXY: '1' };
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
    const list = async () => {
      const response = await fetch(`${url}/api/branch-boxes/orders`, { headers: { Cookie: cookie } });
      const all = (await response.json()) as OrderListItem[];
      return all.filter(({ deliveryWeek, status }) => deliveryWeek === WEEK && status === 'processing');
    };
    const slow = { path: '/v1/refunds', method: 'POST', count: 1000, after: true, hangMs: SLOW_ANSWER_MS };
    await fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ calls: [slow] }),
    });
    const refundAll = async () => {
      for (const { orderNumber, version, boxes } of await list()) {
        const request = {
          version: `${version}`,
          boxes: `${boxes.left}`,
          requestId: randomUUID(),
          note: 'Snow.',
        };
        const refunded = await fetch(`${url}/admin/orders/${orderNumber}/refund`, {
          method: 'POST',
          headers: { Accept: 'application/json', Cookie: cookie, Origin: url },
          body: new URLSearchParams(request),
        });
        await refunded.text();
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
    return check(readBooks(folder), orders, listed, letters);
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

/**
 * @param listed how many orders the closed week still listed after each kill
 * @param letters the subjects of what each buyer was sent, but once for a mail that came twice under one id
 */
function check(
  { orders, refunds, damage }: Books,
  wanted: number,
  listed: readonly number[],
  letters: ReadonlyMap<string, readonly string[]>,
) {
  const wrongs = [...damage];
  if (orders.length !== wanted) wrongs.push(`${orders.length} orders in place of ${wanted}`);
  if (listed.includes(0)) wrongs.push('a kill came after the last refund, and has shown nothing');
  for (const { paymentIntentId, status, refundedPence, totalPence, customerEmail } of orders) {
    const made = refunds.filter((refund) => refund.payment_intent === paymentIntentId).length;
    if (status !== 'cancelled' || refundedPence !== totalPence || made !== 1)
      wrongs.push(
        `${paymentIntentId}: ${status}, ${refundedPence} of ${totalPence} pence in ${made} refunds`,
      );
    const told =
      letters.get(customerEmail ?? '')?.filter((subject) => /refund|cancelled/i.test(subject)) ?? [];
    if (told.length !== 1 || !told[0]?.includes('is cancelled and refunded'))
      wrongs.push(`${customerEmail} was told: ${told.join(', ')}`);
  }
  const figures = { orders: orders.length, 'kills of the service': listed.length, refunds: refunds.length };
  return { wrongs, figures };
}
