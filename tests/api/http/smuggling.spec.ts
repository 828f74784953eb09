import { connect } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';

const test = base.extend<Record<never, never>, { server: SiteServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startSiteServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

/** A request hidden behind another one. Its answer would reach somebody else. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST /api/contact-submit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const NO_CHUNKS = '\r\n0\r\n\r\n';

/** The statuses of everything that comes back until the service closes the connection. */
async function sendRaw({ url }: SiteServer, bytes: string): Promise<number[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.write(bytes, 'latin1');
  try {
    for await (const chunk of socket) answer += chunk;
  } catch (error) {
    // A service that closes while bytes still come resets the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

test('a body ends where it says, and the next request is the next one', async ({ server }) => {
  expect(await sendRaw(server, `${POST}Content-Length: 2\r\n\r\n{}${HIDDEN}`)).toEqual([422, 200]);
});

test('a body in chunks is refused, and nothing behind it is read', async ({ server }) => {
  expect(await sendRaw(server, `${POST}${CHUNKED}\r\n2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)).toEqual([411]);
});

for (const [what, bytes] of [
  ['a length and chunks', `${POST}Content-Length: 5\r\n${CHUNKED}${NO_CHUNKS}`],
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`],
  ['one length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ['a negative length', `${POST}Content-Length: -2\r\n\r\n{}`],
  ['an encoding that is none', `${POST}Transfer-Encoding: xchunked\r\n${NO_CHUNKS}`],
  ['chunks that are not last', `${POST}Transfer-Encoding: chunked, identity\r\n${NO_CHUNKS}`],
  ['two encodings', `${POST}${CHUNKED}Transfer-Encoding: identity\r\n${NO_CHUNKS}`],
  ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n${NO_CHUNKS}`],
  [
    'an encoding on a folded line',
    `${POST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n${NO_CHUNKS}`,
  ],
  ['a folded line', `${GET}X-Long: one\r\n two\r\n\r\n`],
  ['bare line feeds', `${GET.replaceAll('\r', '')}\n`],
  ['a bare carriage return', `${GET}X-One: 1\rX-Two: 2\r\n\r\n`],
  ['a null', `${GET}X-One: a\0b\r\n\r\n`],
  ['chunks over HTTP/1.0', `${POST.replace('1.1', '1.0')}Connection: keep-alive\r\n${CHUNKED}${NO_CHUNKS}`],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two hosts', `${GET}Host: evil.example\r\n\r\n`],
  ['no version', 'GET /healthz\r\n\r\n'],
] as const) {
  test(`${what}: refused, with all that follows`, async ({ server }) => {
    expect(await sendRaw(server, bytes + HIDDEN)).toEqual([400]);
  });
}

test('CONNECT and TRACE are refused', async ({ server }) => {
  const trace = HIDDEN.replace('GET', 'TRACE');
  expect(await sendRaw(server, trace)).toEqual([405]);
  expect(await sendRaw(server, `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toEqual(
    [],
  );
});
