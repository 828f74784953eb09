import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loadFile, type SiteFile } from '../../../api/site/site-snapshot.ts';
import { openSiteStore, type SiteStore } from '../../../api/site/site-store.ts';
import { SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { QUIET_LOG, TEST_DIST } from '../../support/test-site.ts';
import { day, expect, makeNotice, test } from './notices-under-test.ts';

const WORDS = 'Closed today: snow.';
const loadFiles = async (store: SiteStore) => {
  const files = [...store.current().snapshot.files];
  return new Map(await Promise.all(files.map(async ([path, file]) => [path, await loadFile(file)] as const)));
};
const NOTICES = JSON.stringify([{ ...makeNotice({}), closed: true }]);

test('a notice by hand is on every public page within a second, in every encoding, and goes without a trace', async ({
  notices: { app, writeNotices, page },
}) => {
  const before = await loadFiles(app.store);
  const stop = app.store.watch();
  await writeNotices(NOTICES);
  await expect.poll(() => page('/prices'), { intervals: [50] }).toContain(WORDS);
  const { notFoundPage } = app.store.current().snapshot;
  const files = await loadFiles(app.store);
  const worker = Buffer.from(files.get('/sw.js')?.identity ?? []).toString();
  let pages = 0;
  for (const [path, file] of files) {
    const built = before.get(path);
    if (!file.type.startsWith('text/html') || path.startsWith('/admin') || path === '/embed/tickets') {
      if (!['/sw.js', '/notices.json'].includes(path)) expect(file, path).toBe(built);
      continue;
    }
    pages += 1;
    expect(Buffer.from(file.identity).toString(), path).toContain(WORDS);
    expect(file.etag, path).not.toBe(built?.etag);
    const forms = [brotliDecompressSync(file.brotli ?? ''), gunzipSync(file.gzip ?? '')];
    for (const form of forms) expect(form.equals(file.identity), path).toBe(true);
    expect(file.brotli?.length, path).toBeLessThanOrEqual((built?.brotli?.length ?? 0) + 600);
    // The worker keeps no page but one with the hash of its list.
    const hash = createHash('sha256').update(file.identity).digest('hex').slice(0, 16);
    if (worker.includes(`"${path}":`)) expect(worker).toContain(`"${path}":"${hash}"`);
  }
  expect(pages).toBeGreaterThan(20);
  expect(Buffer.from(notFoundPage?.identity ?? []).toString()).toContain(WORDS);
  const list = await app.get('/notices.json');
  expect(list.headers.get('Cache-Control')).toBe('no-store');
  expect(await list.json()).toMatchObject([
    { words: expect.stringMatching(/^\w+day .*: Closed today: snow\.$/) },
  ]);

  await rm(`${app.parts.content?.contentDir}/notices.json`);
  await expect.poll(() => page('/prices'), { intervals: [50] }).not.toContain(WORDS);
  stop();
  const after = await loadFiles(app.store);
  for (const [path, { etag }] of after) expect(etag, path).toBe(before.get(path)?.etag);
});

test('a notice is on the town pages that stay on disk, in every encoding, and goes without a trace', async ({
  notices: { app, contentDir, writeNotices },
}) => {
  const path = '/christmas-trees-taunton';
  await writeNotices(NOTICES);
  const store = await openSiteStore(TEST_DIST, QUIET_LOG.log, SANDBOX_PROVIDER, { contentDir, townBytes: 0 });
  const readTown = async () => {
    const town = store.current().snapshot.files.get(path);
    expect(town).toHaveProperty('load');
    return loadFile(town as SiteFile);
  };
  const { identity, brotli, gzip, etag } = await readTown();
  expect(Buffer.from(identity).toString()).toContain(WORDS);
  expect(etag).toBe(createHash('sha256').update(identity).digest('base64url'));
  for (const form of [brotliDecompressSync(brotli ?? ''), gunzipSync(gzip ?? '')])
    expect(form.equals(identity)).toBe(true);
  await rm(join(contentDir, 'notices.json'));
  await store.refresh();
  expect(await readTown()).toEqual(await loadFile(app.store.current().snapshot.files.get(path) as SiteFile));
});

test('the policy of a page allows the script of its notice', async ({ notices: { app, writeNotices } }) => {
  await writeNotices(NOTICES);
  await app.store.refresh();
  const answer = await app.get('/visit');
  const script = /<aside class="notices".*?<script>(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
});

test('words that look like markup are words, and a notice that is over is gone', async ({
  notices: { app, writeNotices, page },
}) => {
  const text = '</aside><script>alert(1)</script> $& Open';
  const over = makeNotice({ id: 'over', text: 'Old news.', from: day(-3), to: day(-1) });
  await writeNotices(JSON.stringify([makeNotice({ text }), over]));
  await app.store.refresh();
  const html = await page('/');
  expect(html).toContain('&#60;/aside&#62;&#60;script&#62;alert(1)&#60;/script&#62; $&#38; Open');
  expect(html).not.toContain('Old news.');
  await writeNotices('[]');
  await app.store.refresh();
  expect(await page('/')).not.toContain('alert(1)');
});

for (const [what, text] of [
  ['half a file', NOTICES.slice(0, 40)],
  ['a wrong day', JSON.stringify([makeNotice({ to: '2025-13-01' })])],
  [
    'two that contradict each other',
    JSON.stringify([
      { ...makeNotice({ id: 'a' }), closed: true },
      { ...makeNotice({ id: 'b' }), opens: '09:00', closes: '12:00' },
    ]),
  ],
  ['an id twice', JSON.stringify([makeNotice({ text: 'x' }), makeNotice({ text: 'y' })])],
] as const) {
  test(`with ${what}, the last notices stay, and the log says so once`, async ({
    notices: { app, writeNotices, page },
  }) => {
    await writeNotices(NOTICES);
    await app.store.refresh();
    await writeNotices(text);
    for (let check = 0; check < 3; check++) await app.store.refresh();
    expect(await page('/prices')).toContain(WORDS);
    expect(app.logged.filter((line) => line.includes('notices.json is not usable'))).toHaveLength(1);
    await writeNotices('[]');
    await app.store.refresh();
    expect(await page('/prices')).not.toContain(WORDS);
  });
}
