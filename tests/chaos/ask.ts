import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from '../../src/domain/payments/payment-sandbox.ts';
import type { World } from './world.ts';

export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** A call of a page or a browser, made again while nobody answers or the answer is a 5xx, as people do. */
export type Ask = (path: string, body?: object | URLSearchParams) => Promise<Answer>;

/** Longer than the service asks Stripe, retries included. */
const PATIENCE_MS = 40_000;
const TRIES = 60;
const PAUSE_MS = 300;

/** @param from the address that the calls come from */
export function createAsk(world: Pick<World, 'url' | 'waitUntilUp'>, from: string): Ask {
  return async (path, body) => {
    const problems = new Map<string, number>();
    const count = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1);
    for (let time = 0; time < TRIES; time += 1) {
      try {
        const answer = await askOnce(world.url + path, body, {
          Origin: world.url,
          'X-Forwarded-For': from,
          ...(path.startsWith(`${SANDBOX_MOUNT}/v1/`) && {
            Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}`,
          }),
        });
        if (answer.status < 500) return answer;
        count(`${answer.status} ${answer.text.slice(0, 300)}`);
      } catch (error) {
        count(String((error as Error).cause ?? error));
      }
      await world.waitUntilUp();
      await sleep(PAUSE_MS);
    }
    const tally = [...problems].map(([problem, times]) => `${times} × ${problem}`).join(', ');
    throw new Error(`${path} was not answered in ${TRIES} tries: ${tally}`);
  };
}

async function askOnce(
  url: string,
  body: object | URLSearchParams | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: { ...headers, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  return { status: response.status, location: response.headers.get('location'), text };
}
