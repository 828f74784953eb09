import { checkContent } from '../../../src/content/checks/check-content.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { type ContentUnderTest, expect, test } from './content-under-test.ts';
import { editDraft } from './edit-draft.ts';
import { readFormEntries, unescapeHtml } from './read-form.ts';

function formOf(file: string): string {
  return `/admin/content/file?${new URLSearchParams({ name: file })}`;
}

async function fillIn(content: ContentUnderTest, path: string): Promise<Record<string, string>> {
  const { html } = await content.read(path);
  return readFormEntries(html);
}

/** The drafted text of a file. */
async function readDraft({ app }: ContentUnderTest, file: string): Promise<string> {
  const found = await app.parts.content?.draft.readFile(file);
  return Buffer.from(found?.bytes ?? []).toString();
}

function without(text: string, line: RegExp): string {
  return text
    .split('\n')
    .filter((each) => !line.test(each))
    .join('\n');
}

test('a price is changed, in one line of the file', async ({ content }) => {
  const file = 'prices/home.json';
  const path = formOf(file);
  const page = await content.read(path);
  expect(page.html).not.toContain('This is a draft');
  const entries = readFormEntries(page.html);
  const saved = await content.post(path, { ...entries, 'groups.0.sizes.1.price': ' 46.5 ' });
  expect(saved.location).toBe('/admin/content?saved=prices%2Fhome.json');
  const before = await content.readFile(file);
  const after = await readDraft(content, file);
  expect(after).toContain('"£46.50"');
  expect(without(after, /£46\.50/).split('\n')).toHaveLength(before.split('\n').length - 1);
  expect((await content.read(path)).html).toContain('This is a draft');
  const again = await content.post(path, await fillIn(content, path));
  expect(again).toMatchObject({ status: 200, location: null });
  expect(again.text).toContain('Nothing had changed, so nothing was saved.');
});

test('a special day is added without script, and what was typed before stays', async ({ content }) => {
  const path = formOf('hours/b.json');
  const entries = await fillIn(content, path);
  const typed = { ...entries, 'rows.0.opens': '08:00', '@do': 'add specialDays' };
  const added = await content.post(path, typed);
  const shown = readFormEntries(added.html);
  expect(shown).toMatchObject({
    'rows.0.opens': '08:00',
    'specialDays.0.day': '',
    'specialDays.0.@from': '',
  });
  expect(added.html).toContain('id="f-specialDays-0"');
  const day = { 'specialDays.0.day': '2025-12-26', 'specialDays.0.name': 'Boxing Day' };
  const wrong = await content.post(path, { ...shown, ...day, 'specialDays.0.opens': '10:00' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('href="#f-specialDays-0"');
  await content.post(path, { ...shown, ...day, 'specialDays.0.closed': 'on' });
  expect(JSON.parse(await readDraft(content, 'hours/b.json'))).toMatchObject({
    rows: [{ opens: '08:00' }, {}, {}],
    specialDays: [{ day: '2025-12-26', name: 'Boxing Day', closed: true }],
  });
});

test('a form says where its file is shown, and after a change who says something else', async ({
  content,
}) => {
  const path = formOf('hours/b.json');
  expect((await content.read(path)).text).toMatch(/shown on Home , Plan your visit , .* and Visit \./);
  const entries = await fillIn(content, path);
  const { html } = await content.post(path, { ...entries, '@do': 'add specialDays' });
  const lateNight = { day: '2025-12-04', name: 'Late night', opens: '09:00', closes: '20:30' };
  const typed = Object.entries(lateNight).map(([name, value]) => [`specialDays.0.${name}`, value]);
  const saved = await content.post(path, { ...readFormEntries(html), ...Object.fromEntries(typed) });
  const form = await content.read(path);
  for (const { text, html: page } of [saved, form]) {
    const [said = ''] =
      /Other pages say something else about what you’ve changed[\s\S]*?8:30pm +9am–5pm/.exec(text) ?? [];
    expect(said).toMatch(/Opening hours: Reading A : shown on Home and About/);
    expect(said).toMatch(/Hours, Thursday 4 December 2025 +9am–4:30pm +9am–8:30pm/);
    // What differed before is not about this change.
    expect(said).not.toContain('Monday');
    expect(page).toContain('href="/admin/content/file?name=hours%2Fdaily.json"');
  }
  expect(form.text).toMatch(/Other pages say something else: 5 facts [\s\S]*Hours, Monday to Friday/);
  const report = await content.read('/admin/content/report');
  expect(report.text).toMatch(/Reading B : shown on .*Hours, Thursday 4 December 2025 +9am–4:30pm/);
});

test('pictures are chosen by what they look like, and a phone shows its digits for a price', async ({
  content,
}) => {
  const { html } = await content.read(formOf('pages/visit.md'));
  const name = 'name="hero.image" value="';
  const choices = [
    ...html.matchAll(new RegExp(`${name}([\\w-]+)"( checked)?><span[^>]*><img src="([^"]+)"`, 'g')),
  ];
  expect(choices.length).toBeGreaterThan(10);
  expect(choices.filter(([, , isChosen]) => isChosen).map(([, picture]) => picture)).toEqual(['barn-wide']);
  const drawing = await content.owner.send('GET', choices[0]?.[3] ?? '');
  expect(drawing.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(await drawing.text()).toMatch(/^<svg/);
  for (const name of ['none', '..%2Fstyles%2Ftokens'])
    expect((await content.read(`/admin/content/drawings/${name}`)).status).toBe(404);
  const path = formOf('pages/visit.md');
  const chosen = { ...readFormEntries(html), 'hero.image': 'mug' };
  await content.post(path, { ...chosen, 'hero.imageAlt': 'A red mug, steaming' });
  expect(await readDraft(content, 'pages/visit.md')).toContain('image: mug');
  const prices = await content.read(formOf('prices/home.json'));
  expect(prices.html).toMatch(/name="groups\.0\.sizes\.0\.price"[^>]* inputmode="decimal"/);
});

test('a new picture asks once for its words, in a gallery and after another picture too', async ({
  content,
}) => {
  const file = 'pages/pick-your-own.md';
  const path = formOf(file);
  const before = await readDraft(content, file);
  const entries = await fillIn(content, path);
  const [gallery = ''] = Object.entries(entries).find(([, value]) => value === 'sledge') ?? [];
  const ask = async (sent: Record<string, string>, ...asked: string[]) => {
    const { status, html } = await content.post(path, sent);
    const links = [...html.matchAll(/<a href="#([^"]+)">‘[A-Z][a-z]+’ is a new picture\./g)].map(
      ([, id]) => id,
    );
    expect(links).toEqual(asked);
    expect(status).toBe(asked.length > 0 ? 422 : 200);
    return readFormEntries(html);
  };
  const words = `f-${gallery.replaceAll('.', '-').replace(/image$/, 'text')}`;
  const shown = await ask({ ...entries, 'hero.image': 'mug', [gallery]: 'team' }, 'f-hero-imageAlt', words);
  expect(shown).toMatchObject({ 'hero.image': 'mug', [gallery]: 'team' });
  // Another picture asks again, a list’s button does not, and neither is forgotten.
  const other = await ask({ ...shown, 'hero.image': 'hero' }, 'f-hero-imageAlt');
  const added = await content.post(path, { ...other, '@do': 'add hero.links' });
  expect(await readDraft(content, file)).toBe(before);
  await ask(readFormEntries(added.html));
  const saved = await readDraft(content, file);
  expect(saved).toMatch(/image: hero\n +imageAlt: A driver[\s\S]*image: team/);
  await ask({ ...(await fillIn(content, path)), 'hero.image': 'mug', 'hero.imageAlt': 'A mug' });
});

test('questions are added, moved and removed, and a new one gets an id of its own', async ({ content }) => {
  const file = 'faq/tree-care.json';
  const path = formOf(file);
  const before = JSON.parse(await content.readFile(file)).items;
  const press = async (entries: Record<string, string>, action: string) => {
    const { html } = await content.post(path, { ...entries, '@do': action });
    return readFormEntries(html);
  };
  let entries = await press(await fillIn(content, path), 'add items');
  const last = before.length;
  entries = {
    ...entries,
    [`items.${last}.question`]: before[0].question,
    [`items.${last}.answer`]: 'One.\r\n\r\nTwo.',
  };
  entries = await press(entries, `up items.${last}`);
  entries = await press(entries, 'remove items.1');
  // A row that nobody has filled in is not kept.
  entries = await press(entries, 'add items');
  await content.post(path, entries);
  const after = JSON.parse(await readDraft(content, file)).items;
  const words = before[0].question
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/-$/, '');
  expect(after).toEqual([
    before[0],
    ...before.slice(2, -1),
    { id: words, question: before[0].question, answer: ['One.', 'Two.'] },
    before.at(-1),
  ]);
});

test('mistakes are named at their fields, and nothing is saved', async ({ content }) => {
  const path = formOf('testimonials.json');
  const entries = await fillIn(content, path);
  const wrong = await content.post(path, { ...entries, '0.text': '', '1.rating': '6' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toMatch(/<a href="#f-0-text">Please fill in ‘What they say’\.<\/a>/);
  expect(wrong.html).toMatch(/<a href="#f-1-rating">‘Stars’ needs stars from 1 to 5\.<\/a>/);
  expect(wrong.html).toMatch(/aria-invalid="true" aria-describedby="[^"]*f-1-rating-error"/);
  expect(readFormEntries(wrong.html)['1.rating']).toBe('6');
  expect(await content.app.parts.content?.draft.list()).toEqual([]);
});

test('a new page has what the check wants, and an address of its own', async ({ content }) => {
  const path = '/admin/content/new?collection=pages';
  const entries = { ...(await fillIn(content, path)), 'hero.heading': 'How we grow' };
  const nameless = await content.post(path, { ...entries, '@do': 'add sections' });
  expect(nameless.text).toContain('Please write a name for the new one first.');
  const section = await content.post(path, {
    ...entries,
    'sections.@new': 'In the nursery',
    '@do': 'add sections',
  });
  const unadded = await content.post(path, { ...entries, 'sections.@new': 'In the nursery' });
  expect(unadded.html).toContain(
    '<a href="#f-sections--new">Press ‘Add one’ below this, or leave it empty.</a>',
  );
  expect(readFormEntries(unadded.html)).toMatchObject({ 'sections.@new': 'In the nursery' });
  const filled = {
    ...readFormEntries(section.html),
    'sections.0.text': 'They are small.',
    description: 'How our trees grow, from seed to needle.',
  };
  const taken = await content.post(path, { ...filled, '@name': 'prices' });
  expect(taken.text).toContain('‘/prices’ is the address of another page.');
  const saved = await content.post(path, filled);
  expect(saved.location).toBe('/admin/content?saved=pages%2Fhow-we-grow.md');
  expect((await content.post(path, filled)).text).toContain('That name is taken.');
  const folder = await content.app.parts.content?.draft.withFolder(async (folder) => folder);
  const checked = await checkContent(folder ?? '');
  expect(checked.problems).toEqual([]);
  expect(checked.content.pages.find(({ id }) => id === 'how-we-grow')?.data).toMatchObject({
    title: 'How we grow',
    breadcrumb: 'How we grow',
    showIn: ['menu'],
    listed: true,
    sections: { 'in-the-nursery': { heading: 'In the nursery', text: ['They are small.'] } },
  });
  const removal = '/admin/content/remove?name=pages%2Fhow-we-grow.md';
  const asked = await content.read(removal);
  expect(asked.text).toContain('Remove Pages: How we grow?');
  const seen = /name="@seen" value="(\w+)"/.exec(asked.html)?.[1] ?? '';
  await content.post(removal, { '@seen': seen });
  expect(await content.app.parts.content?.draft.list()).toEqual([]);
});

test('what stands in a page’s title is escaped, once', async ({ content }) => {
  const { html } = await content.read('/admin/content/file?name=faq%2Fcollection-transport.json');
  expect(html).toMatch(/<title>[^<]*Collection &#38; Transport \|/);
});

test('a new file of every kind that the editor offers can be begun', async ({ content }) => {
  for (const collection of [
    'seasons',
    'hours',
    'facts',
    'prices',
    'guides',
    'varieties',
    'stands',
    'faq',
    'towns',
  ]) {
    const path = `/admin/content/new?collection=${collection}`;
    const page = await content.read(path);
    expect.soft(page.status, collection).toBe(200);
    const empty = await content.post(path, readFormEntries(page.html));
    expect.soft(empty.status, collection).toBe(422);
    expect.soft(empty.text, collection).toContain('Please write a short name here, or the name below.');
  }
  for (const collection of ['silhouettes', 'farm', 'constructor']) {
    expect((await content.read(`/admin/content/new?collection=${collection}`)).status, collection).toBe(404);
  }
});

test('another stand begins as a copy of one, under a name of its own', async ({ content }) => {
  const { html } = await content.read(formOf('stands/cinco.json'));
  const path = unescapeHtml(/href="([^"]+)">Add another like this one/.exec(html)?.[1] ?? '');
  const entries = await fillIn(content, path);
  expect((await content.post(path, entries)).text).toContain('Please fill in ‘Name’.');
  await content.post(path, { ...entries, name: 'Larger stand' });
  const [one, other] = await Promise.all(
    ['stands/cinco.json', 'stands/larger-stand.json'].map((file) => readDraft(content, file)),
  );
  expect(JSON.parse(other ?? '')).toEqual({ ...JSON.parse(one ?? ''), name: 'Larger stand' });
});

test('another town has all that its neighbour has, and passes the check', async ({ content }) => {
  const file = 'towns/taunton.md';
  const entries = await fillIn(content, `/admin/content/new?collection=towns&like=${file}`);
  const named = { ...entries, name: 'Wells', 'hero.heading': 'Trees near Wells' };
  expect((await content.post('/admin/content/new?collection=towns', named)).location).toContain('wells');
  const folder = await content.app.parts.content?.draft.withFolder(async (each) => each);
  const { problems, content: read } = await checkContent(folder ?? '');
  expect(problems).toEqual([]);
  const [one, other] = ['taunton', 'wells'].map((id) => read.towns.find((town) => town.id === id)?.data);
  expect(other?.sections).toEqual(one?.sections);
  expect(other?.faq.map(({ id, ...words }) => words)).toEqual(one?.faq.map(({ id, ...words }) => words));
});

test('words are saved as pages show them, or refused at their field', async ({ content }) => {
  const file = 'faq/tree-care.json';
  const entries = await fillIn(content, formOf(file));
  const wrong = [
    ['So <b>bold</b>', '‘&#60;b&#62;’. Wanted: no HTML'],
    ['See [x](/prices', '‘[x](/prices’. Wanted: a link in one piece'],
    ['See [x]()', '‘[x]()’. Wanted: an address'],
    ['See [x](/visit#nowhere)', '‘/visit#nowhere’. Wanted: a section that /visit has'],
    ['## Heading', '‘## Heading’. Wanted: no heading'],
    ['Costs {no.such}', '{no.such}'],
  ] as const;
  const typed = wrong.map(([answer], item) => [`items.${item}.answer`, answer]);
  const refused = await content.post(formOf(file), { ...entries, ...Object.fromEntries(typed) });
  expect(refused.status).toBe(422);
  for (const [item, [answer, message]] of wrong.entries()) {
    const [said = ''] = new RegExp(`<a href="#f-items-${item}-answer">.*?</a>`).exec(refused.html) ?? [];
    expect.soft(said, answer).toContain(message);
  }
  const answer = 'Bring:\r\n• **old** boots\r\n• [gloves](/visit#parking)';
  await content.post(formOf(file), { ...entries, 'items.0.answer': answer });
  expect(JSON.parse(await readDraft(content, file)).items[0].answer).toEqual([
    'Bring:',
    '- **old** boots\n- [gloves](/visit#parking)',
  ]);
});

test('who saves second sees what the first one has changed in the same field, and may replace it', async ({
  content,
}) => {
  const path = formOf('season/trees.json');
  const [mine, theirs] = [await fillIn(content, path), await fillIn(content, path)];
  await content.post(path, { ...theirs, name: 'Trees', to: '2025-12-23' });
  const conflict = await content.post(path, { ...mine, to: '2025-12-22' });
  expect(conflict.location).toBeNull();
  expect(conflict.text).toMatch(
    /Nothing is saved yet: Owner has changed this while you were writing.*shown on/,
  );
  expect(conflict.text).toMatch(/They changed: +Last day: .* → Tuesday 23 December 2025 +If you save again/);
  const shown = readFormEntries(conflict.html);
  expect(shown.to).toBe('2025-12-22');
  // Not over what is newer still.
  await content.post(path, { ...(await fillIn(content, path)), to: '2025-12-24' });
  const again = await content.post(path, shown);
  expect(again.text).toContain('Wednesday 24 December 2025 If you save again');
  expect((await content.post(path, readFormEntries(again.html))).location).toContain('saved=');
  const saved = JSON.parse(await readDraft(content, 'season/trees.json'));
  expect(saved).toMatchObject({ name: 'Trees', to: '2025-12-22' });
});

test('a form whose file was removed meanwhile is shown again with what was typed, and brings the file back', async ({
  content,
}) => {
  const file = 'faq/tree-care.json';
  const path = formOf(file);
  const mine = { ...(await fillIn(content, path)), 'items.0.question': 'Must I trim it?' };
  await editDraft(content, file, null, 'Ben');
  const told = await content.post(path, mine);
  expect(told.text).toMatch(/Nothing is saved yet: Ben has changed this while .* The file was removed\./);
  const shown = readFormEntries(told.html);
  expect(shown).toMatchObject(mine);
  expect((await content.post(path, shown)).location).toContain('saved=');
  expect(await readDraft(content, file)).toContain('Must I trim it?');
  for (const none of ['faq/none.json', 'faq/../none.json', 'pages/../../x.md'])
    expect((await content.post(formOf(none), { ...mine, '@seen': 'none' })).status).toBe(404);
  expect((await content.post(formOf('pages/../../x.md'), mine)).status).toBe(404);
});

test('another field that was changed by hand meanwhile is kept without a question', async ({ content }) => {
  const file = 'season/trees.json';
  const path = formOf(file);
  const mine = await fillIn(content, path);
  await content.writeFile(file, (await content.readFile(file)).replace('2025-12-21', '2025-12-22'));
  expect((await content.post(path, { ...mine, name: 'Trees' })).location).toContain('saved=');
  expect(JSON.parse(await readDraft(content, file))).toMatchObject({ name: 'Trees', to: '2025-12-22' });
  // Nobody knows any longer what this form was made from.
  const lost = { ...mine, '@seen': 'f'.repeat(64), name: 'Firs' };
  const conflict = await content.post(path, lost);
  expect(conflict.text).toMatch(/If you save again.*Trees → Firs/);
  expect((await content.post(path, readFormEntries(conflict.html))).location).toContain('saved=');
});

test('a form that is sent after the session has ended is kept, with pictures in it or not', async ({
  content,
}) => {
  for (const file of ['prices/home.json', 'pages/visit.md']) {
    await content.owner.signIn();
    const path = formOf(file);
    const entries = await fillIn(content, path);
    content.owner.cookies.clear();
    const data = new FormData();
    for (const [name, value] of Object.entries(entries)) data.append(name, value);
    const body = file.endsWith('.md') ? data : new URLSearchParams(entries);
    const ended = await content.owner.send('POST', path, body);
    expect(ended.status).toBe(307);
    const page = await content.owner.send('POST', ended.headers.get('Location') ?? '', body);
    const kept = readFormEntries(await page.text());
    const signedIn = await content.post('/admin/sign-in', { ...kept, name: '', password: ADMIN_PASSWORD });
    expect(signedIn.html).toContain(`action="${path}"`);
    expect(readFormEntries(signedIn.html)).toMatchObject(entries);
    expect(signedIn.text).toContain('Everything you had entered is kept');
    expect(signedIn.html).not.toContain('<blockquote');
  }
});

test('a file with a mistake, one that is not there, and notices have no form', async ({ content }) => {
  await content.writeFile('farm.json', '{ "name": }');
  expect((await content.read(formOf('farm.json'))).text).toMatch(
    /‘The farm’ has a mistake.*farm\.json, line 1/,
  );
  expect((await content.read(formOf('../farm.json'))).status).toBe(404);
  expect((await content.read(formOf('silhouettes/fraser-fir.svg'))).text).toContain('shape is drawn');
  expect((await content.read(formOf('notices.json'))).location).toBe('/admin');
});

test('no post costs much: not one of many fields, nor a long or a deep one', async ({ content }) => {
  const path = formOf('testimonials.json');
  const many = Array.from({ length: 2001 }, (_, index): [string, string] => [`${index}.@from`, '']);
  expect((await content.post(path, many)).status).toBe(400);
  expect((await content.post(path, { text: 'x'.repeat(300_000) })).status).toBe(413);
  const parts = new FormData();
  for (const [name, value] of many) parts.append(name, value);
  expect((await content.owner.send('POST', path, parts)).status).toBe(400);
  const deep = `0${'.x'.repeat(1000)}`;
  for (const action of [
    `add ${deep}`,
    `up ${deep}`,
    'remove 99',
    'as 0 7',
    'add __proto__',
    'remove constructor.0',
  ]) {
    expect((await content.post(path, { '0.@from': '0', '@do': action })).status, action).toBe(200);
  }
});
