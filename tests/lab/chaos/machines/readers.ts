import { setTimeout as sleep } from 'node:timers/promises';

/** People who read pages all the time. */
export interface Readers {
  /** @returns how many pages they have asked for, and what was wrong with some */
  leave(): Promise<{ pages: number; wrongs: string[] }>;
}

const AT_A_TIME = 3;
const PAUSE_MS = 40;
const PAGES = ['/', '/prices', '/about-us'] as const;

export function sendReaders(url: string): Readers {
  const wrongs: string[] = [];
  let pages = 0;
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const path = PAGES[pages % PAGES.length] as string;
      pages += 1;
      const seen = await fetch(url + path)
        .then(async (answer) => `${answer.status} ${(await answer.text()).slice(0, 30)}`)
        .catch((error: Error) => String(error.cause ?? error));
      if (!seen.startsWith('200 <!doctype html>')) wrongs.push(`the page ${path} was answered with: ${seen}`);
      await sleep(PAUSE_MS);
    }
  };
  const reading = Array.from({ length: AT_A_TIME }, read);
  return {
    async leave() {
      isOver = true;
      await Promise.all(reading);
      return { pages, wrongs };
    },
  };
}
