import type { Job } from '../../../api/jobs/job.ts';
import { createClickAndDrop } from '../../../api/labels/click-and-drop.ts';
import { createLabelQueue } from '../../../api/labels/label-queue.ts';
import { test as base, expect } from '../orders/shop-under-test.ts';
import { KEY, openStandIn, type StandIn } from './click-and-drop-stand-in.ts';

export interface LabelDesk {
  readonly standIn: StandIn;
  readonly queue: Job;
  readonly logged: string[];
  /** Turns the shop's clock. */
  pass(minutes: number): void;
  /** Turns the shop's clock by some minutes, and works off the queue. */
  work(minutes?: number): Promise<void>;
  /** Another queue on the same database. */
  openQueue(key?: string, url?: string): Job;
}

/** Playwright's `test` with a shop, a stand-in for the carrier, and the queue between them, new ones for each test. */
export const test = base.extend<{ desk: LabelDesk }>({
  desk: async ({ shop }, use) => {
    // A clock for the calls, on which a sleep takes no real time.
    let callTime = 0;
    const standIn = await openStandIn(() => callTime);
    const logged: string[] = [];
    const openQueue = (key = KEY, url = standIn.url) =>
      createLabelQueue({
        db: shop.data.db,
        clock: () => new Date(Date.now() + shop.clockAheadMs),
        log: (message, error) => void logged.push(`${message} ${error ?? ''}`),
        service: createClickAndDrop({ key, url, timeoutMs: 1500 }),
        pause: async () => {
          callTime += 1000;
        },
        getCatalogue: () => shop.catalogue,
        mails: shop.parts.mails,
        wakeOutbox: () => {},
      });
    const queue = openQueue();
    const pass = (minutes: number) => {
      shop.clockAheadMs += minutes * 60_000;
    };
    await use({
      standIn,
      queue,
      logged,
      pass,
      async work(minutes = 0) {
        pass(minutes);
        await queue.runOnce();
      },
      openQueue,
    });
    await standIn.close();
  },
});

export { expect };
