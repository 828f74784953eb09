import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Only one of several services on one database sends mails, makes labels and runs timed jobs: the one with the lease. */
export interface WorkLease {
  readonly isOurs: () => boolean;
  /** @param work is called when the lease becomes ours, and soon after any service has called `call` */
  start(work: () => void): void;
  /** Tells the service with the lease that there is work. */
  call(): void;
  stop(): Promise<void>;
}

const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 1000;

/** Takes or renews the lease, by the database's clock. A service that does not renew it in time, because it died or hangs, loses it. */
const TAKE = `INSERT INTO work_lease (id, holder, ends_at) VALUES (1, $1, now() + $2 * interval '1 millisecond')
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
  WHERE work_lease.holder = excluded.holder OR work_lease.ends_at < now()
  RETURNING calls`;

export function createWorkLease(
  pool: Pick<Pool, 'query'>,
  { leaseMs = LEASE_MS, renewEveryMs = RENEW_EVERY_MS } = {},
): WorkLease {
  const holder = randomUUID();
  let oursUntil = 0;
  let calls = '';
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | undefined;
  const isOurs = () => performance.now() < oursUntil;

  async function renew(work: () => void): Promise<void> {
    // Taken before the query, so that the lease ends here no later than in the database.
    const asked = performance.now();
    const { rows } = await pool.query<{ calls: unknown }>(TAKE, [holder, leaseMs]);
    const [row] = rows;
    const isNew = !isOurs();
    oursUntil = row === undefined ? 0 : asked + leaseMs;
    if (row === undefined || (!isNew && String(row.calls) === calls)) return;
    calls = String(row.calls);
    work();
  }

  return {
    isOurs,
    start(work) {
      const next = () => {
        renewing = renew(work)
          .catch(() => undefined)
          .finally(() => {
            timer = setTimeout(next, renewEveryMs).unref();
          });
      };
      next();
    },
    call: () => void pool.query('UPDATE work_lease SET calls = calls + 1').catch(() => undefined),
    async stop() {
      await renewing;
      clearTimeout(timer);
      oursUntil = 0;
      await pool.query('DELETE FROM work_lease WHERE holder = $1', [holder]).catch(() => undefined);
    },
  };
}
