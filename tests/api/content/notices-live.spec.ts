import { createHash } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ContentEditing } from '../../../api/content/content-editing.ts';
import { openPacker } from '../admin/admin-under-test.ts';
import { day, expect, makeNotice, post, test } from './notices-under-test.ts';
import { readFormEntries } from './read-form.ts';

const WORDS = 'Closed today: snow.';
/** A machine that does something else too needs several seconds to compress all pages again. */
const SOON = { intervals: [50], timeout: 60_000 };
const NOTICES = JSON.stringify([{ ...makeNotice({}), closed: true }]);

test.describe('on the whole site', () => {
  test.use({ isCompressed: true });

  test('a notice by hand is on every public page within a second, in every encoding, and goes without a trace', async ({
    notices: { app, writeNotices, page },
  }) => {
    const before = app.store.current().snapshot;
    const stop = app.store.watch();
    await writeNotices(NOTICES);
    await expect.poll(() => page('/prices'), SOON).toContain(WORDS);
    const { files, paths } = app.store.current().snapshot;
    const bytesOf = (file: string) => Buffer.from(files.get(file)?.bytes ?? '');
    const worker = bytesOf('sw.js').toString();
    let pages = 0;
    for (const [path, file] of [...paths, ['/404', '404.html']] as const) {
      if (!file.endsWith('.html') || path.startsWith('/admin') || path === '/embed/tickets') {
        if (!['/sw.js', '/notices.json'].includes(path))
          expect(files.get(file), path).toBe(before.files.get(file));
        continue;
      }
      pages += 1;
      expect(bytesOf(file).toString(), path).toContain(WORDS);
      for (const form of [brotliDecompressSync(bytesOf(`${file}.br`)), gunzipSync(bytesOf(`${file}.gz`))])
        expect(form.equals(bytesOf(file)), path).toBe(true);
      const size = before.files.get(`${file}.br`)?.bytes.length ?? 0;
      expect(bytesOf(`${file}.br`).length, path).toBeLessThanOrEqual(size + 600);
      // The worker keeps no page but one with the hash of its list.
      const hash = createHash('sha256').update(bytesOf(file)).digest('hex').slice(0, 16);
      expect(files.get(file)?.hash).toBe(hash);
      if (worker.includes(`"${path}":`)) expect(worker).toContain(`"${path}":"${hash}"`);
    }
    expect(pages).toBeGreaterThan(20);
    const list = await app.get('/notices.json');
    expect(list.headers.get('Cache-Control')).toBe('no-store');
    expect(await list.json()).toMatchObject([
      { words: expect.stringMatching(/^\w+day .*: Closed today: snow\.$/) },
    ]);

    await rm(`${app.parts.content?.contentDir}/notices.json`);
    await expect.poll(() => page('/prices'), SOON).not.toContain(WORDS);
    stop();
    const hashes = ({ files: all }: typeof before) => [...all].map(([path, { hash }]) => `${path} ${hash}`);
    expect(hashes(app.store.current().snapshot)).toEqual(hashes(before));
  });
});

test('words that look like markup are words, and a notice that is over is gone', async ({
  notices: { app, writeNotices, page },
}) => {
  const text = '</aside><script>alert(1)</script> $& Open';
  const over = makeNotice({ id: 'over', text: 'Old news.', from: day(-3), to: day(-1) });
  await writeNotices(JSON.stringify([makeNotice({ text }), over]));
  await app.store.refresh();
  const answer = await app.get('/');
  const html = await answer.text();
  // The policy of a page allows the script of its notices.
  const script = /<aside class="notices".*?<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
  expect(html).toContain('&#60;/aside&#62;&#60;script&#62;alert(1)&#60;/script&#62; $&#38; Open');
  expect(html).not.toContain('Old news.');
  await writeNotices('[]');
  await app.store.refresh();
  expect(await page('/')).not.toContain('alert(1)');
});

const UNUSABLE = [
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
] as const;

test('with a mistake in the file, the last notices stay, and the log says so once', async ({
  notices: { app, writeNotices, page },
}) => {
  for (const [index, [what, text]] of UNUSABLE.entries()) {
    await writeNotices(NOTICES);
    await app.store.refresh();
    await writeNotices(text);
    for (let check = 0; check < 3; check++) await app.store.refresh();
    expect(await page('/prices'), what).toContain(WORDS);
    const lines = app.logged.filter((line) => line.includes('notices.json is not usable'));
    expect(lines, what).toHaveLength(index + 1);
    await writeNotices('[]');
    await app.store.refresh();
    expect(await page('/prices'), what).not.toContain(WORDS);
  }
});

test('what is sold of a week is changed at once, in the file, beside a draft of it, and by owners only', async ({
  notices: { app, owner, contentDir, page },
}) => {
  const [week, path] = ['2025-12-01', '/admin/orders/weeks/2025-12-01'];
  const file = join(contentDir, 'shop.json');
  const readShop = async () => JSON.parse(await readFile(file, 'utf8'));
  const readWeek = async () => {
    const { weeks } = await (await app.get('/api/branch-boxes/weeks')).json();
    return weeks.find(({ id }: { id: string }) => id === week);
  };
  const form = async () => readFormEntries(await (await owner.send('GET', path)).text());
  const save = async (entries: Record<string, string>) =>
    post(owner, path, { ...(await form()), ...entries });
  const order = { customerName: 'Ann', shippingAddress: '1 High Street', shippingCity: 'Taunton' };
  const asked = { ...order, shippingPostcode: 'TA1 1AA', shippingCountry: 'GB', way: 'cash', quantity: '3' };
  await post(owner, '/admin/telephone', { ...asked, id: crypto.randomUUID(), deliveryWeek: week });

  // Somebody has drafted another price.
  const { draft, history } = app.parts.content as ContentEditing;
  const drafted = JSON.stringify({ ...(await readShop()), farmMails: 'each' }, null, 2);
  const seen = (await draft.readFile('shop.json'))?.hash ?? null;
  const person = { id: 'ann', name: 'Ann' };
  await draft.saveFile({ file: 'shop.json', bytes: Buffer.from(drafted), seen, person });

  const stale = await form();
  const saved = await save({ boxes: '12', orderBy: '2025-11-28' });
  expect(saved.text).toContain(
    'Week of 1 Dec: boxes to sell: 12 (no limit before), last day to order: Friday',
  );
  expect((await readShop()).weeks[2]).toEqual({ id: week, boxes: 12, orderBy: '2025-11-28' });
  expect(app.store.current().catalogue.weeks[2]).toMatchObject({ boxes: 12, orderBy: '2025-11-28' });
  expect((await history.list())[0]).toMatchObject({ person: 'Owner', isCurrent: true });
  expect(await draft.list()).toMatchObject([{ file: 'shop.json', isConflict: false, person: 'Ann' }]);
  const joined = JSON.parse(Buffer.from((await draft.readFile('shop.json'))?.bytes ?? '').toString());
  expect(joined).toMatchObject({
    farmMails: 'each',
    weeks: expect.arrayContaining([{ id: week, boxes: 12, orderBy: '2025-11-28' }]),
  });
  // What the build has written of weeks.
  expect(await page('/nordmann-foliage-payment')).toMatch(
    /data-capture="manual">Week of 1 Dec: order by Fri/,
  );

  for (const [entries, words] of [
    [
      { boxes: '2' },
      '3 boxes are sold already, so it can’t be fewer than 3. To stop the sale, close the week',
    ],
    [{ boxes: '2.5' }, 'Enter a whole number of boxes'],
    [{ orderBy: '2025-12-08' }, 'The week is over on Sunday 7 December 2025'],
    [{ orderBy: 'soon' }, 'Enter a day, or nothing'],
    [
      { seen: stale.seen ?? '', boxes: '40' },
      'Somebody has just changed this week. Now it says: boxes to sell: 12',
    ],
  ] as const) {
    const refused = await save({ orderBy: '', ...entries });
    expect(refused.text).toContain(words);
    expect((await readShop()).weeks[2]).toMatchObject({ boxes: 12 });
  }
  const packer = await openPacker(app.app, app.parts.db);
  expect((await post(packer, path, { ...(await form()), boxes: '' })).status).toBe(403);

  await save({ orderBy: '', closed: 'yes' });
  expect(await readWeek()).toMatchObject({ state: 'closed' });
  expect(await page('/nordmann-branches')).toMatch(/value="2025-12-01" +disabled/);
  expect(await page('/nordmann-foliage-payment')).toContain('disabled>Week of 1 Dec (closed)</option>');
  expect((await readShop()).weeks[2]).toEqual({ id: week, boxes: 12, closed: true });
  await save({ closed: '' });
  expect(await readWeek()).toEqual({ id: week, state: 'open', boxesLeft: 9 });
  await rename(file, `${file}.away`);
  await app.store.refresh();
  expect(app.store.current().catalogue.weeks[2]).toEqual({ id: week });
});
