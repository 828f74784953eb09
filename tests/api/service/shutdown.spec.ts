import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import { type CloseServer, prepareToClose } from '../../../api/process/shutdown.ts';
import { listen } from '../../support/listen.ts';

interface Closing {
  /** Starts a server with this listener. */
  serve(listener: RequestListener): Promise<{ url: string; port: number; close: CloseServer }>;
  /** Asks over one connection that is kept. @returns the answer's body, and its `Connection` */
  ask(url: string): Promise<string[]>;
}

const LONG_MS = 60_000;

const test = base.extend<{ closing: Closing }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  closing: async ({}, use) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await use({
      async serve(listener) {
        const server = createServer(listener);
        const close = prepareToClose(server);
        return { ...(await listen(server)), close };
      },
      async ask(url) {
        const [answer] = await once(get(url, { agent }), 'response');
        return [await text(answer), answer.headers.connection];
      },
    });
    agent.destroy();
  },
});

test('a request under way is answered before the server closes', async ({ closing }) => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { url, close } = await closing.serve(async (_request, response) => {
    asked();
    await mayAnswer;
    response.end('answered');
  });
  const underWay = closing.ask(url);
  await isAsked;
  const closed = close();
  await expect(fetch(url)).rejects.toThrow();
  answer();
  expect(await underWay).toEqual(['answered', 'close']);
  await closed;
});

test('an answer that a slow line has not got yet is not cut off', async ({ closing }) => {
  const page = Buffer.alloc(20_000_000, 'x');
  const { port, close } = await closing.serve((_request, response) => response.end(page));
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'readable');
  const closed = close();
  // For some rounds of looking for idle connections.
  await wait(200);
  expect((await buffer(socket)).length).toBeGreaterThan(page.length);
  await closed;
});

test('a connection without a request is closed at once', async ({ closing }) => {
  const { url, close } = await closing.serve((_request, response) => response.end('answered'));
  expect(await closing.ask(url)).toEqual(['answered', 'keep-alive']);
  await close(LONG_MS);
});

test('a request that never ends is cut off at the deadline', async ({ closing }) => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { url, close } = await closing.serve(() => asked());
  const cut = expect(fetch(url)).rejects.toThrow();
  await isAsked;
  await close(100);
  await cut;
});
