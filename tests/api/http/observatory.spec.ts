import { request } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { pagePaths } from '../../pages/built-site.ts';
import { scanAnswer } from '../../support/observatory.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';

const ADMIN_PASSWORD = 'correct horse battery';

/** Pages that redirect without a session or a purchase. */
const REDIRECTS = [...SIGNED_IN_PATHS, '/nordmann-branches/thank-you'];

/** The real service with the built site, as behind a proxy that speaks https. */
const test = base.extend<Record<never, never>, { secure: Pick<SiteServer, 'url'> }>({
  secure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startSiteServer({ ADMIN_PASSWORD, TRUST_PROXY: '1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

// In one worker, so that one service is enough.
test.describe.configure({ mode: 'default' });

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** Asks as the Observatory does, and as a page of another site. */
function ask(address: string, cookie = '', body?: string): Promise<Answer> {
  const headers = {
    'X-Forwarded-Proto': 'https',
    ...(body === undefined ? { Origin: 'https://elsewhere.example' } : { Origin: new URL(address).origin }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
    ...(cookie !== '' && { Cookie: cookie }),
  };
  const options = { headers, method: body === undefined ? 'GET' : 'POST' };
  return new Promise((resolve, reject) => {
    const sent = request(address, options, async (response) => {
      const received = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct)) {
        for (const value of values ?? []) received.append(name, value);
      }
      let html = '';
      for await (const chunk of response) html += chunk;
      resolve({ status: response.statusCode ?? 0, headers: received, html });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('every page over https scores A+ in the Observatory', async ({ secure: { url } }) => {
  for (const path of pagePaths().filter((each) => !REDIRECTS.includes(each))) {
    const answer = await ask(url + path);
    expect(answer.status, path).toBe(path === '/404' ? 404 : 200);
    const scan = scanAnswer({ ...answer, origin: url });
    expect(scan, path).toMatchObject({ grade: 'A+', points: { 'Strict-Transport-Security': 0 } });
    // All that a page can have but for the embedder policy, which would shut out the frames of maps and payments.
    expect(scan.score, `${path} ${JSON.stringify(scan.points)}`).toBe(140);
  }
});

test('so do the farm’s own pages once signed in, with the cookie that signing in sets', async ({
  secure: { url },
}) => {
  const signIn = await ask(`${url}/api/admin/sign-in`, '', JSON.stringify({ password: ADMIN_PASSWORD }));
  expect(signIn.status).toBe(200);
  const cookies = signIn.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const path of ['/admin/orders', ...SIGNED_IN_PATHS]) {
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const answer = await ask(url + path, cookie);
    expect(answer.status, path).toBe(200);
    for (const each of cookies) answer.headers.append('Set-Cookie', each);
    const scan = scanAnswer({ ...answer, origin: url });
    expect([scan.grade, scan.score], `${path} ${JSON.stringify(scan.points)}`).toEqual(['A+', 145]);
  }
});

test('the frame that loads another company’s tickets loses what that costs, and no more', async ({
  secure: { url },
}) => {
  const { grade, points } = scanAnswer({ ...(await ask(`${url}/embed/tickets`)), origin: url });
  expect([grade, points.integrity]).toEqual(['A+', -5]);
});

test('what is no page keeps its rules too: files, calls, redirects and errors', async ({
  secure: { url },
}) => {
  for (const path of [
    '/favicon.svg',
    '/sw.js',
    '/about',
    '/api/nothing',
    '/api/branch-boxes/weeks',
    '/healthz',
  ]) {
    const scan = scanAnswer({ ...(await ask(url + path)), origin: url });
    expect([path, scan.grade]).toEqual([path, 'A+']);
  }
});

const GOOD = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'self'",
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

for (const [what, changes, html, score, grade] of [
  ['the rest at its best', {}, '', 115, 'A+'],
  ['no policy', { 'Content-Security-Policy': '', 'X-Frame-Options': 'DENY' }, '', 75, 'B'],
  [
    'inline script',
    { 'Content-Security-Policy': "script-src 'unsafe-inline'; frame-ancestors *" },
    '',
    80,
    'B+',
  ],
  [
    'scripts of anybody',
    { 'Content-Security-Policy': "default-src 'self'; script-src https:" },
    '',
    60,
    'C+',
  ],
  [
    'eval',
    { 'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'self'" },
    '',
    95,
    'A',
  ],
  [
    'inline styles',
    { 'Content-Security-Policy': "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'" },
    '',
    105,
    'A+',
  ],
  [
    'pictures over http',
    { 'Content-Security-Policy': "default-src 'self'; img-src http://x.example; frame-ancestors 'self'" },
    '',
    95,
    'A',
  ],
  [
    'one directive twice',
    { 'Content-Security-Policy': "default-src 'none'; default-src 'none'" },
    '',
    55,
    'C',
  ],
  ['no transport security', { 'Strict-Transport-Security': '' }, '', 80, 'B+'],
  ['a month of it', { 'Strict-Transport-Security': 'max-age=2592000' }, '', 105, 'A+'],
  ['types that are guessed', { 'X-Content-Type-Options': '' }, '', 110, 'A+'],
  ['referrers for all', { 'Referrer-Policy': 'unsafe-url' }, '', 110, 'A+'],
  ['a cookie for http', { 'Set-Cookie': 'admin=1; HttpOnly; SameSite=Lax' }, '', 105, 'A+'],
  ['a cookie for scripts', { 'Set-Cookie': 'admin=1; Secure; SameSite=Lax' }, '', 70, 'B'],
  [
    'credentials for anybody',
    { 'Access-Control-Allow-Origin': 'https://x.example', 'Access-Control-Allow-Credentials': 'true' },
    '',
    50,
    'C',
  ],
  ['a foreign script', {}, '<script src="https://x.example/a.js"></script>', 110, 'A+'],
  ['a foreign script over http', {}, '<script src="http://x.example/a.js"></script>', 50, 'C'],
] as const) {
  test(`the scorer itself: ${what} is ${score}, ${grade}`, () => {
    const headers = new Headers(Object.entries({ ...GOOD, ...changes }).filter(([, value]) => value !== ''));
    expect(scanAnswer({ headers, html, origin: 'https://farm.example' })).toMatchObject({ score, grade });
  });
}
