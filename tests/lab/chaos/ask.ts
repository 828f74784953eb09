import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import type { MadeUpRequest } from './made-up-requests.ts';
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

/** How long the service may think. Far beyond what it needs, because a busy machine is not a hang. */
const LIMIT_MS = 60_000;

/**
 * Sends a request on a new connection, byte for byte.
 * @returns the status of the answer; null where the connection was closed without one
 * @throws Error when nothing comes for a minute
 */
export function sendRaw(
  port: number,
  { method, target, headers, body }: MadeUpRequest,
): Promise<number | null> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let start = '';
    socket.setTimeout(LIMIT_MS, () => {
      reject(new Error('it was not answered'));
      socket.destroy();
    });
    socket.on('connect', () => {
      socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
      if (body !== null) socket.write(body);
    });
    socket.on('data', (chunk) => {
      if (start.length < 20) start += chunk.toString('latin1', 0, 20);
    });
    // A reset while the body is still being sent, after an answer that came early.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
  });
}
