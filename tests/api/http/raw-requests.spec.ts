import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite, type SmallSite, writeFiles } from '../../support/small-site.ts';

// Bytes as they are, which `fetch` would tidy up, to the real service: requests behind requests, and ways to files.

const SECRET = 'nobody-reads-this';
/** Where things lie that are nobody's business, from the root of the made-up project; the site is in `dist`. */
const FILES = [
  ...['.env', 'package.json', '.git/config', 'data/farm.db', 'data/backups/farm-1.db', 'dist/.hidden'],
];
const SYSTEM_FILES = ['etc/passwd', 'proc/self/environ'];

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

let site: SmallSite;
let server: SiteServer;
test.beforeAll(async () => {
  site = await buildSmallSite();
  await writeFiles(site.root, Object.fromEntries(FILES.map((file) => [file, `${SECRET}\n`.repeat(2)])));
  // A secret in the environment, to notice an answer from /proc.
  server = await startSiteServer({
    DIST_DIR: site.outDir,
    DATA_DIR: join(site.root, 'service-data'),
    ADMIN_PASSWORD: `${SECRET}-either`,
  });
});
test.afterAll(async () => {
  await server.stop();
  await site.remove();
});

/** Sends bytes. @returns everything that comes back until the service closes the connection */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.write(bytes, 'latin1');
  try {
    for await (const chunk of socket) answer += chunk;
  } catch (error) {
    // A service that closes while bytes still come resets the connection.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return answer;
}

const listStatuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A request hidden behind another one. Its answer would reach somebody else. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
const POST = 'POST /api/contact-submit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const NO_CHUNKS = '\r\n0\r\n\r\n';

test('a request ends where it says, and one that two readers could read differently is refused, with all that follows', async () => {
  for (const [what, bytes, statuses] of [
    ['a body of its length', `${POST}Content-Length: 2\r\n\r\n{}`, [422, 200]],
    ['a body in chunks', `${POST}${CHUNKED}\r\n2\r\n{}\r\n0\r\n\r\n`, [411]],
    ['a length and chunks', `${POST}Content-Length: 5\r\n${CHUNKED}${NO_CHUNKS}`, [400]],
    ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`, [400]],
    ['one length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, [400]],
    ['a negative length', `${POST}Content-Length: -2\r\n\r\n{}`, [400]],
    ['an encoding that is none', `${POST}Transfer-Encoding: xchunked\r\n${NO_CHUNKS}`, [400]],
    ['chunks that are not last', `${POST}Transfer-Encoding: chunked, identity\r\n${NO_CHUNKS}`, [400]],
    ['two encodings', `${POST}${CHUNKED}Transfer-Encoding: identity\r\n${NO_CHUNKS}`, [400]],
    ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n${NO_CHUNKS}`, [400]],
    ['an encoding on a folded line', `${POST}Transfer-Encoding:\r\n chunked\r\n${NO_CHUNKS}`, [400]],
    ['a folded line', `${GET}X-Long: one\r\n two\r\n\r\n`, [400]],
    ['bare line feeds', `${GET.replaceAll('\r', '')}\n`, [400]],
    ['a bare carriage return', `${GET}X-One: 1\rX-Two: 2\r\n\r\n`, [400]],
    ['a null', `${GET}X-One: a\0b\r\n\r\n`, [400]],
    [
      'chunks over HTTP/1.0',
      `${POST.replace('1.1', '1.0')}Connection: keep-alive\r\n${CHUNKED}${NO_CHUNKS}`,
      [400],
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['two hosts', `${GET}Host: evil.example\r\n\r\n`, [400]],
    ['no version', 'GET /healthz\r\n\r\n', [400]],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', []],
  ] as const) {
    expect(listStatuses(await send(bytes + HIDDEN)), what).toEqual(statuses);
  }
  expect(listStatuses(await send(HIDDEN.replace('GET', 'TRACE'))), 'TRACE').toEqual([405]);
});

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

/** Ways to write the two dots and the slash of `../`, as they are, encoded, and as old servers read them. */
const UPS = [
  ...['../', '..\\', '%2e%2e/', '..%2f', '%2E%2E%2F', '..%5c', '%252e%252e%252f', '%25252e%25252e%25252f'],
  ...[
    '%c0%ae%c0%ae%c0%af',
    '%e0%80%ae%e0%80%ae%e0%80%af',
    '\xc0\xae\xc0\xae/',
    '%ef%bc%8e%ef%bc%8e%ef%bc%8f',
  ],
  ...['%u002e%u002e%u2215', '....//', '..;/', '..%00/'],
];

test('no way leads up to a file', async () => {
  for (const up of UPS) {
    for (const file of [...FILES, ...SYSTEM_FILES, 'service-data/farm.db']) {
      for (const start of ['/', '/_astro/', '/api/admin/']) {
        const target = start + up.repeat(SYSTEM_FILES.includes(file) ? 8 : 1) + file;
        const answer = await send(get(target));
        expect([[400], [401], [404]], target).toContainEqual(listStatuses(answer));
        expect(answer, target).not.toMatch(new RegExp(`${SECRET}|root:x?:|SQLite format`));
      }
    }
  }
});

test('files in the site’s folder that are no pages are not served, folders not listed, and no target leads elsewhere', async () => {
  const names = [
    ...[
      '.hidden',
      '.content.json',
      '.service.json',
      'build.json',
      'prices.html.br',
      '_redirects',
      '404.html',
    ],
    ...['.', '.git/config'],
  ];
  const spell = (name: string) => [
    ...[`/${name}`, `/./${name}`, `//${name}`, `/${name.replaceAll('.', '%2e')}`, `/${name.toUpperCase()}`],
    ...[`/${name}%00`, `/${name}%20`, `/${name}::$DATA`, `/_astro/../${name}`, `file:///${name}`],
  ];
  const others = ['//evil.example/', '/\\evil.example/', '/%', 'http://evil.example/'];
  for (const target of [...names.flatMap(spell), ...others]) {
    const answer = await send(get(target));
    const [status = 0] = listStatuses(answer);
    // `//` and `/.` and the like lead to no file; the front page is the only one that they may mean.
    const isFrontPage = status === 200 && answer.includes('<title>Home</title>');
    expect([400, 404].includes(status) || isFrontPage, `${status} ${target}`).toBe(true);
    expect(answer, target).not.toContain(SECRET);
    expect(answer, target).not.toMatch(/^location:/im);
  }
  for (const target of ['/_astro/', '/_astro', '/.well-known/', '/api/']) {
    const answer = await send(get(target));
    expect([target, ...listStatuses(answer)]).toEqual([target, 404]);
    expect(answer).not.toContain('BxK3a');
  }
});
