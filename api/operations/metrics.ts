import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { CountRequest } from '../http/request-log.ts';
import type { Background } from '../jobs/job.ts';
import { countUnsentMails, findOldestWaiting } from '../mail/mail-list-repository.ts';
import { isAlerted, type Watch } from './watch.ts';

/** Seconds: a page from memory, a call with a write, a call that waits for Stripe, and background work. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** The metrics of one service, in a registry of its own. */
export type Metrics = ReturnType<typeof createMetrics>;

/** @param watched `file`: the database's, if it is in one */
export function createMetrics({
  db,
  file,
  clock,
  listJobs,
}: Pick<Background, 'db' | 'clock'> & Pick<Watch, 'listJobs'> & { readonly file: string | undefined }) {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name, help, labelNames, registers });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by the route that they were for (/* are pages and unknown addresses), until their last byte has left. Status 0: the visitor left first.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const mails = gauge('shop_mails', 'Mails that wait to be sent, or have failed for good.', 'state');
  const oldestMail = gauge('shop_mails_oldest_waiting_seconds', 'Age of the oldest mail that waits, or 0.');
  const lastGood = gauge('shop_job_last_success_seconds', 'Time since a job last went well.', 'job');
  const failing = gauge('shop_job_failing', '1 while a job keeps failing, and the farm knows.', 'job');
  const size = gauge('shop_database_size_bytes', 'The database and its write-ahead log on the disk.');
  const delay = gauge(
    'nodejs_eventloop_delay_seconds',
    'For how long the event loop was busy in one turn, since the figures were last asked for: the longest of a share of the turns, of all with 1.',
    'share',
  );

  // Once per turn instead of on a timer, so that it causes no work in an idle process.
  const turns = monitorEventLoopDelay({ samplePerIteration: true });
  turns.enable();

  function readTurns(): void {
    for (const share of [0.5, 0.99, 1]) {
      delay.set({ share: String(share) }, turns.percentile(share * 100) / 1e9);
    }
    turns.reset();
  }

  async function readState(): Promise<void> {
    const secondsSince = (instant: string) => (clock().getTime() - Date.parse(instant)) / 1000;
    for (const state of ['waiting', 'failed'] as const) {
      mails.set({ state }, await countUnsentMails(db, state));
    }
    const oldest = await findOldestWaiting(db);
    oldestMail.set(oldest === null ? 0 : secondsSince(oldest));
    for (const job of await listJobs()) {
      failing.set({ job: job.name }, isAlerted(job) ? 1 : 0);
      if (job.lastGoodAt !== null) lastGood.set({ job: job.name }, secondsSince(job.lastGoodAt));
    }
    if (file !== undefined) size.set((await readSize(file)) + (await readSize(`${file}-wal`)));
  }

  return {
    countRequest({ method, route, status, ms }: Parameters<CountRequest>[0]) {
      requests.observe({ method, route, status }, ms / 1000);
    },
    /** All current values, in Prometheus' text format. */
    async render() {
      readTurns();
      await readState();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
    close: () => void turns.disable(),
  };
}

/** 0 if there is no such file, as the write-ahead log at some moments. */
export async function readSize(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}
