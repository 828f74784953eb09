import { createServer } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { ApiError } from '../../src/browser/api-client.ts';
import { readMessage } from '../../src/browser/complete-order.ts';
import { describeFailure } from '../../src/browser/one-by-one.ts';
import { describePasskeyFailure } from '../../src/browser/passkeys.ts';
import { createQueryClient, createReader } from '../../src/browser/query-client.ts';
import { listen } from '../support/listen.ts';

interface Service {
  readonly url: string;
  /** `GET /orders` for each request so far. */
  readonly requests: string[];
  answer: { status: number; body: string };
}

/** A real HTTP server whose response a test chooses. */
const test = base.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  service: async ({}, use) => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(service.answer.status, { 'Content-Type': 'application/json' });
      response.end(service.answer.body);
    });
    const { url, close } = await listen(server);
    const service: Service = { url, requests, answer: { status: 200, body: '[1, 2]' } };
    await use(service);
    await close();
  },
});

const answer = (body: string, status = 503) => new ApiError(new Response(null, { status }), body);

test('the service’s own message is always shown, with or without a code', () => {
  for (const body of [{ error: 'Not now.' }, { error: 'Not now.', code: 'storage_unavailable' }]) {
    const error = answer(JSON.stringify(body));
    expect(readMessage(error)).toBe('Not now.');
    expect(describePasskeyFailure(error)).toBe('Not now.');
    expect(describeFailure(error)).toBe('Not now.');
  }
});

test('other responses of a server or a proxy are not shown', () => {
  for (const body of ['', '<h1>Bad Gateway</h1>', '{"error":""}', '{"error":{"text":"no"}}', '"no"']) {
    const error = answer(body, 502);
    expect(error.error).toBeUndefined();
    expect(describePasskeyFailure(error)).toMatch(/^The passkey didn’t work\./);
    expect(describeFailure(error)).toMatch(/^That didn’t go through\./);
  }
});

test('a failed call of an order says so in words, with the service’s own message if there is one', () => {
  for (const [body, told] of [
    ['{"error":"Not now.","code":"storage_unavailable"}', 'Not now.'],
    ['{"error":""}', '{"error":""}'],
    ['<h1>Bad Gateway</h1>', '<h1>Bad Gateway</h1>'],
    ['', 'Bad Gateway'],
  ] as const) {
    const response = new Response(null, { status: 502, statusText: 'Bad Gateway' });
    expect(new ApiError(response, body, 'Payment intent failed').message).toBe(
      `Payment intent failed: ${told}`,
    );
  }
});

test('a query is a GET to the first element of its key, parsed as JSON', async ({ service }) => {
  const client = createQueryClient();
  const read = client.query({ queryKey: [`${service.url}/orders?limit=2`, 'more'] });
  expect(await read).toEqual([1, 2]);
  expect(service.requests).toEqual(['GET /orders?limit=2']);
});

test('data never goes stale until it is refetched', async ({ service }) => {
  const client = createQueryClient();
  const queryKey = [`${service.url}/orders`];
  await client.query({ queryKey });
  service.answer = { status: 200, body: '[3]' };
  expect(await client.query({ queryKey })).toEqual([1, 2]);
  expect(service.requests.length).toBe(1);
  await client.invalidateQueries();
  expect(await client.query({ queryKey })).toEqual([3]);
});

for (const { status, body, message } of [
  {
    status: 401,
    body: '{"error":"Please sign in first."}',
    message: '401: {"error":"Please sign in first."}',
  },
  { status: 503, body: 'down', message: '503: down' },
  { status: 500, body: '', message: '500: Internal Server Error' },
]) {
  test(`a query answered with ${status} fails once, as '${message}'`, async ({ service }) => {
    service.answer = { status, body };
    const read = createQueryClient().query({ queryKey: [`${service.url}/orders`] });
    await expect(read).rejects.toThrow(new Error(message));
    expect(service.requests.length).toBe(1);
  });
}

test('a query can treat a 401, and nothing else, as an empty result', async ({ service }) => {
  const client = createQueryClient();
  const queryFn = createReader({ on401: 'empty' });
  service.answer = { status: 401, body: '' };
  expect(await client.query({ queryKey: [`${service.url}/a`], queryFn })).toBeNull();
  service.answer = { status: 403, body: '' };
  await expect(client.query({ queryKey: [`${service.url}/b`], queryFn })).rejects.toThrow('403: Forbidden');
});

test('a failed mutation is not repeated', async () => {
  const client = createQueryClient();
  let calls = 0;
  const write = client.getMutationCache().build(client, {
    mutationFn: async () => {
      calls += 1;
      throw new Error('no');
    },
  });
  await expect(write.execute(undefined)).rejects.toThrow('no');
  expect(calls).toBe(1);
});
