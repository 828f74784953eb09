import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNoticeBook, type NoticeWords } from '../../../api/content/notices/notice-book.ts';
import type { SmallSite } from '../../support/small-site.ts';
import { TEST_DIST } from '../../support/test-site.ts';
import { Browser, openPacker } from '../admin/admin-under-test.ts';
import { openApp } from '../app-under-test.ts';
import { day, expect, makeNotice, post, test, textOf } from './notices-under-test.ts';

const NEW = '/admin/notices/new';
const ownWords = { text: 'Carols at four.', from: day(5), to: day(6), shownFrom: day() };

const readList = async (contentDir: string) =>
  JSON.parse(await readFile(join(contentDir, 'notices.json'), 'utf8'));
const seenIn = (html: string) => /name="seen" value="(\w+)"/.exec(html)?.[1] ?? '';
const keyIn = (html: string) => /name="key" value="([\w-]+)"/.exec(html)?.[1] ?? '';

test('closed today: one form, live as it is answered, and taken back', async ({
  notices: { owner, contentDir, page },
}) => {
  const done = await post(owner, `${NEW}/closed`, { reason: ' snow on the lane. ' });
  expect(done.status).toBe(303);
  expect(done.text).toContain('It’s on every page now.');
  expect(await page('/prices')).toContain('Closed today: snow on the lane.');
  expect(await readList(contentDir)).toEqual([
    {
      ...{ id: `notice-${day()}`, text: 'Closed today: snow on the lane.', from: day(), to: day() },
      closed: true,
    },
  ]);
  const undone = await post(owner, '/admin/undo', { key: keyIn(done.html) });
  expect(undone.text).toContain('Undone: every page');
  expect(await page('/prices')).not.toContain('snow on the lane');
  expect(await readFile(join(contentDir, 'notices.json'), 'utf8')).toBe('[]\n');
  expect((await post(owner, '/admin/undo', { key: keyIn(done.html) })).text).toContain('no longer be undone');
});

test('other hours today, without a reason; days whose hours say it all, without words', async ({
  notices: { owner, contentDir, page },
}) => {
  await post(owner, `${NEW}/hours`, { opens: '10:30', closes: '15:00' });
  expect(await page('/')).toContain('Open 10:30am to 3pm today.');
  const days = { from: day(5), to: day(6) };
  await post(owner, `${NEW}/own`, { ...ownWords, ...days, text: '', opening: 'closed', opens: '09:00' });
  expect(await readList(contentDir)).toMatchObject([
    { opens: '10:30', closes: '15:00' },
    { ...days, text: 'Closed.', closed: true },
  ]);
});

test('a notice is plain words: anything else would be live, and then stop whatever is to be published', async ({
  notices: { owner, contentDir },
}) => {
  for (const text of ['**Snow**', 'See [x](/visit)', '<p>Snow</p>', 'Ring {phone}', 'So <b>cold</b>']) {
    for (const [kind, entries] of [
      ['own', { ...ownWords, text }],
      ['closed', { reason: text }],
    ] as const) {
      const refused = await post(owner, `${NEW}/${kind}`, entries);
      expect.soft(refused.status, text).toBe(422);
      expect.soft(refused.text, text).toContain('Use plain words: everybody would see ‘');
    }
  }
  expect(await readList(contentDir)).toEqual([]);
});

/** Days from today, and hours, `closed` or none, of notices before and after one is added. */
const MERGED = [
  ['the same day', '0 0 closed', '0 0 9-12', '0 0 9-12'],
  ['the first of its days', '0 3 closed', '0 0 9-12', '1 3 closed, 0 0 9-12'],
  ['the last of its days', '0 3 closed', '3 4 9-12', '0 2 closed, 3 4 9-12'],
  ['a day among them', '0 4 10-13', '2 2 closed', '0 1 10-13, 2 2 closed, 3 4 10-13'],
  ['two others, and words alone', '0 1 closed, 2 2 10-13, 0 3', '1 3 9-12', '0 0 closed, 0 3, 1 3 9-12'],
] as const;
const tell = (list: string) =>
  list.split(', ').map((each) => {
    const [from, to, hours = ''] = each.split(' ');
    const [opens = '', closes = ''] = hours.split('-').map((hour) => `${hour.padStart(2, '0')}:00`);
    const times = hours === '' || hours === 'closed' ? {} : { opens, closes };
    return {
      from: day(Number(from)),
      to: day(Number(to)),
      ...times,
      ...(hours === 'closed' && { closed: true }),
    };
  });

test('a notice that contradicts others ends or divides them, and all is taken back in one', async ({
  notices: { contentDir, writeNotices },
}) => {
  const book = createNoticeBook(contentDir);
  for (const [what, before, added, after] of MERGED) {
    const notices = tell(before).map((told, index) => ({ id: `old-${index}`, text: 'Old.', ...told }));
    await writeNotices(JSON.stringify(notices));
    const words = { text: 'New.', ...tell(added)[0] } as NoticeWords;
    const saved = await book.add(words, day());
    const list: object[] = await readList(contentDir);
    expect(list, what).toHaveLength(tell(after).length);
    expect(list, what).toEqual(
      expect.arrayContaining(tell(after).map((told) => expect.objectContaining(told))),
    );
    expect(saved.ok && (await book.undo(saved.value.undoKey)).ok, what).toBe(true);
    expect(await readList(contentDir), what).toEqual(notices);
  }
});

test('a change that contradicts another notice holds and says so, and one that agrees leaves it', async ({
  notices: { owner, contentDir, writeNotices },
}) => {
  const [snow, ice] = [makeNotice({ id: 'snow' }), { ...makeNotice({ id: 'ice' }), closed: true }];
  await writeNotices(JSON.stringify([snow, ice]));
  const typed = { text: 'Snow.', from: day(), to: day(), shownFrom: '', opening: 'hours' };
  const change = async (entries: Record<string, string>) => {
    const seen = seenIn(await (await owner.send('GET', '/admin')).text());
    return post(owner, '/admin/notices/snow/change', { ...typed, ...entries, seen });
  };
  const agreed = await change({ opening: 'closed' });
  expect(agreed.text).not.toContain('has given way');
  expect(await readList(contentDir)).toMatchObject([{ id: 'snow', closed: true }, ice]);
  const changed = await change({ opens: '9:00', closes: '12:00' });
  expect(changed.text).toContain('It’s on every page now. Another notice had other hours');
  expect(await readList(contentDir)).toMatchObject([{ id: 'snow', opens: '09:00' }]);
  await post(owner, '/admin/undo', { key: keyIn(changed.html) });
  expect(await readList(contentDir)).toMatchObject([{ id: 'snow', closed: true }, ice]);
});

test('what is announced ahead says when it comes; it is changed and taken down, and both are taken back', async ({
  notices: { owner, contentDir, page },
}) => {
  const later = await post(owner, `${NEW}/own`, { ...ownWords, shownFrom: day(2) });
  expect(later.text).toContain('It will appear on every page on');
  const id = `notice-${day()}`;
  const changed = await post(owner, `/admin/notices/${id}/change`, { ...ownWords, seen: seenIn(later.html) });
  expect(changed.text).toContain('It’s on every page now.');
  expect(await readList(contentDir)).toEqual([{ id, ...ownWords }]);
  const down = await post(owner, `/admin/notices/${id}/down`, { seen: seenIn(changed.html) });
  expect(down.text).toContain('It’s gone from every page.');
  expect(await page('/faq')).not.toContain('Carols');
  await post(owner, '/admin/undo', { key: keyIn(down.html) });
  expect(await page('/faq')).toContain('Carols at four.');
  await post(owner, '/admin/undo', { key: keyIn(changed.html) });
  expect(await readList(contentDir)).toEqual([{ id, ...ownWords, shownFrom: day(2) }]);
});

const REFUSED = [
  ['no words', { text: ' ' }, 'text', 'Write what visitors should know'],
  ['301 letters', { text: 'x'.repeat(301) }, 'text', 'This has 301 letters'],
  ['no first day', { from: '' }, 'from', 'Enter the first day'],
  ['a last day before the first', { to: day(4) }, 'to', 'The last day is before the first'],
  ['days that are past', { from: day(-3), to: day(-2), shownFrom: '' }, 'to', 'is past'],
  ['a day in two years', { to: day(800) }, 'to', 'is more than a year away'],
  ['no such day', { to: '2025-02-31' }, 'to', 'Enter the last day'],
  ['an announcement after it', { shownFrom: day(6) }, 'shownFrom', 'no later than its first day'],
  ['no closing time', { opening: 'hours', opens: '9:00' }, 'closes', 'Enter the time at which you close'],
  ['no opening time', { opening: 'hours', closes: '9:00' }, 'opens', 'Enter the time at which you open'],
  ['closing first', { opening: 'hours', opens: '12:00', closes: '9:00' }, 'closes', 'Close later'],
] as const;

test('a mistake has its message beside the field, and what was typed stays', async ({
  notices: { owner, contentDir },
}) => {
  for (const [what, entries, field, message] of REFUSED) {
    const typed = { ...ownWords, ...entries };
    const answer = await post(owner, `${NEW}/own`, typed);
    expect.soft(answer.status, what).toBe(422);
    expect.soft(answer.html, what).toMatch(new RegExp(`id="own-${field}-error">[^/]*</span>[^<]*${message}`));
    expect.soft(answer.html.match(/class="error"/g), what).toHaveLength(1);
    expect.soft(answer.html, what).toContain(`value="${typed.from}"`);
  }
  expect(await readList(contentDir)).toEqual([]);
});

test('of two people, neither loses a notice, and the second to change one is told', async ({
  notices: { app, owner, contentDir, writeNotices },
}) => {
  const other = new Browser(app.app, { Origin: 'http://localhost' });
  await other.signIn();
  const reasons = ['snow', 'ice', 'fog', 'wind'];
  await Promise.all(
    reasons.map((reason, index) => post(index % 2 ? owner : other, `${NEW}/closed`, { reason })),
  );
  const list = await readList(contentDir);
  expect(list.map(({ text }: { text: string }) => text.slice(14)).sort()).toEqual(
    reasons.map((reason) => `${reason}.`).sort(),
  );
  await writeNotices(JSON.stringify([makeNotice({})]));
  const page = await (await owner.send('GET', '/admin')).text();
  const seen = seenIn(page);
  const first = await post(other, '/admin/notices/snow/change', { ...ownWords, seen });
  expect(first.status).toBe(303);
  const second = await post(owner, '/admin/notices/snow/change', { ...ownWords, text: 'Mine.', seen });
  expect(second.status).toBe(409);
  expect(second.html).toContain('Mine.');
  expect(second.text).toContain('Somebody has just changed this file');
  const down = await post(owner, '/admin/notices/snow/down', { seen });
  expect(down.text).toContain('nothing was done');
  expect(await readList(contentDir)).toEqual([{ id: 'snow', ...ownWords }]);
  // What somebody else has changed since is not taken back either.
  await writeNotices(JSON.stringify([makeNotice({ text: 'By hand.' })]));
  expect((await post(other, '/admin/undo', { key: keyIn(first.html) })).text).toContain('nothing was done');
  expect(await readList(contentDir)).toMatchObject([{ text: 'By hand.' }]);
});

test('a notice leaves the others as they are, and is in the history under its person', async ({
  notices: { app, owner, contentDir, writeNotices },
}) => {
  const byHand = `[\n  { "id": "carols",   "text": "Carols.", "from": "${day(3)}", "to": "${day(3)}" }\n]\n`;
  await writeNotices(byHand);
  await post(owner, `${NEW}/closed`);
  expect(await readList(contentDir)).toMatchObject([
    { id: 'carols', text: 'Carols.' },
    { text: 'Closed today.' },
  ]);
  const versions = (await app.parts.content?.history.list()) ?? [];
  expect(versions[0]).toMatchObject({ person: 'Owner', changes: ['Notice: Closed today.'] });
  expect(versions[1]).toMatchObject({ person: null });
});

test('while the file has a mistake, the page says where, and nothing is written over it', async ({
  notices: { owner, contentDir, writeNotices },
}) => {
  await writeNotices('[{ "id": "snow", }]');
  const page = textOf(await (await owner.send('GET', '/admin')).text());
  expect(page).toContain('The notices have a mistake');
  expect(page).toContain('a comma after the last item');
  expect((await post(owner, `${NEW}/closed`)).status).toBe(422);
  expect(await readFile(join(contentDir, 'notices.json'), 'utf8')).toBe('[{ "id": "snow", }]');
});

test('owners find what they change most, and packers their own work only', async ({
  notices: { app, owner, contentDir },
}) => {
  const html = await (await owner.send('GET', '/admin')).text();
  for (const file of ['prices/standard.json', 'hours/b.json', 'shop.json', 'faq/visiting-us.json']) {
    expect(html).toContain(`href="/admin/content/file?name=${encodeURIComponent(file)}"`);
  }
  for (const path of ['/admin/content/season', '/admin/content', '/admin/mails']) {
    expect(html).toContain(`href="${path}"`);
  }
  const packer = await openPacker(app.app, app.parts.db);
  const page = await packer.send('GET', '/admin');
  expect(page.status).toBe(200);
  const main = /<main[\s\S]*<\/main>/.exec(await page.text())?.[0] ?? '';
  expect(main).toContain('href="/admin/packing"');
  expect(main).not.toMatch(/notices|\/admin\/content|\/admin\/mails/);
  const refused = await post(packer, `${NEW}/closed`);
  expect(refused.status).toBe(403);
  expect(await readList(contentDir)).toEqual([]);
});

test('where there is only a built site, the page says what to do', async () => {
  const app = await openApp({ outDir: TEST_DIST } as SmallSite);
  const owner = new Browser(app.app, { Origin: 'http://localhost' });
  await owner.signIn();
  const page = textOf(await (await owner.send('GET', '/admin')).text());
  expect(page).toContain('This machine has the built site only.');
  expect(page).not.toContain('Closed today');
  expect((await post(owner, `${NEW}/closed`)).status).toBe(404);
  await app.close();
});
