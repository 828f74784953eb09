import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceRefused, type SiteServer, startSiteServer } from '../../support/site-server.ts';

/** Generous: the service starts a hundred times, beside everything else. */
const START_LIMIT_MS = 120_000;
const TRY_AGAIN_MS = 300;

/** The real service, which is started again whenever it is killed, as an init system does. */
export interface KeptService {
  readonly url: string;
  isUp(): boolean;
  /** How often it has been started. */
  starts(): number;
  /** kill -9, and a new start. @returns false where it does not run */
  kill(): boolean;
  /** Resolves when it runs. Throws what kept it from starting. */
  waitUntilUp(): Promise<void>;
  /** Asks it to end, as an operator does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** @param mayRefuse whether a start that ends by itself is tried again, because the database may be away */
export async function keepService(env: Record<string, string>, mayRefuse = false): Promise<KeptService> {
  let starts = 0;
  const start = async (): Promise<SiteServer> => {
    starts += 1;
    const giveUpAt = performance.now() + START_LIMIT_MS;
    for (;;) {
      try {
        return await startSiteServer(env, START_LIMIT_MS);
      } catch (error) {
        if (!mayRefuse || !(error instanceof ServiceRefused) || performance.now() > giveUpAt) throw error;
        await sleep(TRY_AGAIN_MS);
      }
    }
  };
  let running: SiteServer | undefined;
  const run = async () => {
    running = await start();
    return running;
  };
  let starting = run();
  const { url } = await starting;
  const restart = async (old: SiteServer) => {
    if (old.process.exitCode === null && old.process.signalCode === null) await once(old.process, 'exit');
    await old.stop();
    return run();
  };
  return {
    url,
    isUp: () => running !== undefined,
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
    stop: async () => (await starting).stop(),
  };
}
