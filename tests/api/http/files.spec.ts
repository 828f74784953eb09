import { connect } from 'node:net';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite, writeFiles } from '../../support/small-site.ts';

const SECRET = 'nobody-reads-this';
/** Where things lie that are nobody's business, from the root of the made-up project; the site is in `dist`. */
const FILES = [
  '.env',
  'package.json',
  '.git/config',
  'data/farm.db',
  'data/backups/farm-1.db',
  'dist/.hidden',
];
const SYSTEM_FILES = ['etc/passwd', 'proc/self/environ'];

interface Served {
  /** The status and everything that comes back for a request target, sent unchanged. */
  ask(target: string): Promise<{ status: number; answer: string }>;
}

const test = base.extend<Record<never, never>, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const site = await buildSmallSite();
      await writeFiles(site.root, Object.fromEntries(FILES.map((file) => [file, `${SECRET}\n`.repeat(2)])));
      // A secret in the environment, to notice an answer from /proc.
      const server = await startSiteServer({
        DIST_DIR: site.outDir,
        DATA_DIR: join(site.root, 'service-data'),
        ADMIN_PASSWORD: `${SECRET}-either`,
      });
      await use({
        async ask(target) {
          const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
          socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1');
          let answer = '';
          for await (const chunk of socket) answer += chunk;
          return { status: Number(answer.slice(9, 12)), answer };
        },
      });
      await server.stop();
      await site.remove();
    },
    { scope: 'worker' },
  ],
});

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

/** Ways to write the two dots and the slash of `../`. */
const UPS = {
  'as they are': '../',
  backslashes: '..\\',
  'percent-encoded dots': '%2e%2e/',
  'percent-encoded slash': '..%2f',
  'percent-encoded all': '%2E%2E%2F',
  'percent-encoded backslash': '..%5c',
  'encoded twice': '%252e%252e%252f',
  'encoded three times': '%25252e%25252e%25252f',
  'overlong UTF-8 of two bytes': '%c0%ae%c0%ae%c0%af',
  'overlong UTF-8 of three bytes': '%e0%80%ae%e0%80%ae%e0%80%af',
  'raw overlong UTF-8': '\xc0\xae\xc0\xae/',
  'full-width characters': '%ef%bc%8e%ef%bc%8e%ef%bc%8f',
  'the %u of old servers': '%u002e%u002e%u2215',
  'four dots': '....//',
  'dots and a semicolon': '..;/',
  'a null between': '..%00/',
};

for (const [how, up] of Object.entries(UPS)) {
  test(`no way up with ${how}`, async ({ served }) => {
    for (const file of [...FILES, ...SYSTEM_FILES, 'service-data/farm.db']) {
      for (const start of ['/', '/_astro/', '/prices/', '/api/admin/']) {
        const target = start + up.repeat(SYSTEM_FILES.includes(file) ? 8 : 1) + file;
        const { status, answer } = await served.ask(target);
        expect([400, 401, 404], `${status} ${target}`).toContain(status);
        expect(answer, target).not.toMatch(new RegExp(`${SECRET}|root:x?:|SQLite format`));
      }
    }
  });
}

test('files in the site’s folder that are no pages are not served', async ({ served }) => {
  const names = [
    '.hidden',
    '.content.json',
    '.service.json',
    'build.json',
    'prices.html.br',
    '_redirects',
    '404.html',
    '.',
    '.git/config',
  ];
  for (const name of names) {
    const spellings = [
      `/${name}`,
      `/./${name}`,
      `//${name}`,
      `/${name.replaceAll('.', '%2e')}`,
      `/${name.toUpperCase()}`,
      `/${name}%00`,
      `/${name}%20`,
      `/${name}::$DATA`,
      `/_astro/../${name}`,
      `file:///${name}`,
    ].filter((target) => !/^\/\.?\/?\.$/.test(target));
    for (const target of spellings) {
      const { status, answer } = await served.ask(target);
      // `//` and `/.` and the like lead to no file; the front page is the only one that they may mean.
      const isFrontPage = status === 200 && answer.includes('<title>Home</title>');
      expect([400, 404].includes(status) || isFrontPage, `${status} ${target}`).toBe(true);
      expect(answer, target).not.toContain(SECRET);
    }
  }
});

test('folders are not listed', async ({ served }) => {
  for (const target of ['/_astro/', '/_astro', '/.well-known/', '/api/']) {
    const { status, answer } = await served.ask(target);
    expect([target, status]).toEqual([target, 404]);
    expect(answer).not.toContain('BxK3a');
  }
});
