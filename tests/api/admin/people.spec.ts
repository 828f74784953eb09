import { createHook } from 'node:async_hooks';
import {
  addPasskey,
  expect,
  form,
  PASSWORD,
  readLink,
  readSession,
  signInByPasskey,
  test,
} from './people-under-test.ts';

const DAY_MS = 24 * 3_600_000;

test('an invitation works once, loses its key at once, and is stored as a hash', async ({ farm }) => {
  const link = await farm.invite('Anna', 'packer');
  const key = link.split('key=')[1] ?? '';
  const stored = JSON.stringify(await farm.app.parts.db.selectFrom('invitations').selectAll().execute());
  expect(stored).not.toContain(key);
  const phone = farm.browser();
  const opened = await phone.send('GET', link);
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/admin/join']);
  expect(opened.headers.get('Cache-Control')).toBe('no-store');
  expect(phone.setCookies.get('admin-invitation')).toMatch(/HttpOnly; SameSite=Lax/);
  // A preview of the link in a messenger uses nothing up.
  expect((await farm.browser().send('GET', link)).status).toBe(303);
  const page = await phone.send('GET', '/admin/join');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Hello Anna.');
  const joined = await phone.send('POST', '/admin/join', form({ name: 'Anna Field', password: PASSWORD }));
  expect([joined.status, joined.headers.get('Location')]).toEqual([303, '/admin/packing']);
  expect(await readSession(phone)).toMatchObject({ signedIn: true, name: 'Anna Field', role: 'packer' });
  expect(phone.cookies.has('admin-invitation')).toBe(false);
  for (const method of ['GET', 'POST']) {
    const late = farm.browser();
    await late.send('GET', link);
    const refused = await late.send(method, '/admin/join', method === 'POST' ? form({}) : undefined);
    expect(refused.status).toBe(410);
    expect(await refused.text()).toContain('This link has been used, or has run out.');
  }
  expect((await farm.browser().signIn(PASSWORD, ' anna  FIELD ')).status).toBe(200);
});

test('two who open one link at once: one joins', async ({ farm }) => {
  const link = await farm.invite('Anna', 'packer');
  const browsers = [farm.browser(), farm.browser()];
  for (const each of browsers) await each.send('GET', link);
  const entries = form({ name: 'Anna', password: PASSWORD });
  const answers = await Promise.all(browsers.map((each) => each.send('POST', '/admin/join', entries)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
});

test('two who join with one name at once: the second is asked for another', async ({ farm }) => {
  const browsers = [farm.browser(), farm.browser()];
  for (const [at, each] of browsers.entries())
    await each.send('GET', await farm.invite(`New ${at}`, 'packer'));
  const entries = form({ name: 'Anna', password: PASSWORD });
  // Their passwords are hashed in the queue of the sign-ins: each takes 32 MiB.
  const hashing = new Set<number>();
  const atOnce: number[] = [];
  const hook = createHook({
    init(id, type) {
      if (type === 'SCRYPTREQUEST') atOnce.push(hashing.add(id).size);
    },
    before: (id) => hashing.delete(id),
  }).enable();
  const answers = await Promise.all(browsers.map((each) => each.send('POST', '/admin/join', entries)));
  hook.disable();
  expect(atOnce).toEqual([1, 1]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  const pages = await Promise.all(answers.map((each) => each.text()));
  expect(pages.join()).toContain('Somebody has this name already.');
});

test('a link ends after seven days', async ({ farm }) => {
  const link = await farm.invite('Anna', 'packer');
  const { db } = farm.app.parts;
  const { endsAt } = await db.selectFrom('invitations').selectAll().executeTakeFirstOrThrow();
  const left = Date.parse(endsAt) - Date.now();
  expect(left).toBeGreaterThan(7 * DAY_MS - 60_000);
  expect(left).toBeLessThanOrEqual(7 * DAY_MS);
  await db
    .updateTable('invitations')
    .set({ endsAt: new Date(Date.now() - 1).toISOString() })
    .execute();
  const phone = farm.browser();
  await phone.send('GET', link);
  expect((await phone.send('GET', '/admin/join')).status).toBe(410);
  const people = await (await (await farm.owner()).send('GET', '/admin/people')).text();
  expect(people).toContain('has run out; make a new one');
});

test('what is wrong with a name or a password is said beside the field, and does not use the link up', async ({
  farm,
}) => {
  const phone = farm.browser();
  await phone.send('GET', await farm.invite('Anna', 'packer'));
  for (const [entries, message] of [
    [{ name: ' ', password: PASSWORD }, 'Please enter a name.'],
    [{ name: 'OWNER', password: PASSWORD }, 'Somebody has this name already.'],
    [{ name: 'Anna', password: 'short' }, 'at least 12 characters'],
    [{ name: 'Anna', password: 'password12345' }, 'can be guessed'],
    [{ name: 'Annabella', password: 'annabella1234' }, 'can be guessed'],
  ] as const) {
    const refused = await phone.send('POST', '/admin/join', form(entries));
    const html = await refused.text();
    expect(refused.status, message).toBe(422);
    expect(html).toContain(message);
    expect(html).not.toContain(entries.password);
  }
  expect((await phone.send('GET', '/admin/join')).status).toBe(200);
});

test('a name that somebody has is refused to the owner, with what was entered', async ({ farm }) => {
  await farm.add('Anna', 'packer');
  const owner = await farm.owner();
  const refused = await owner.send('POST', '/admin/people', form({ name: 'ANNA', role: 'owner' }));
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('value="ANNA"');
  expect(html).toMatch(/value="owner" checked/);
});

test('a name is one that can be told from all others, wherever it is given', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  await farm.add('Tom Cox', 'packer');
  const [ben, owner] = [await farm.signedIn('Ben'), await farm.owner()];
  const link = await farm.invite('Anna', 'packer');
  const phone = farm.browser();
  await phone.send('GET', link);
  const LETTERS = 'A name can have letters,';
  const ONE = 'Please write the name in the letters of one alphabet.';
  const refused: Record<string, string> = {
    'Owner\u200b': 'Somebody has this name already.',
    Ｏｗｎｅｒ: 'Somebody has this name already.',
    '0wner': 'Somebody has this name already.',
    'T0m C0x': 'Somebody has this name already.',
    Оwner: ONE,
    'Ow\u1160ner': ONE,
    'Anna (owner)': LETTERS,
    '</title><meta http-equiv=refresh>': LETTERS,
    'Anna🎄': LETTERS,
    'A\u0338\u0332\u0305\u0336nna': LETTERS,
  };
  for (const [name, message] of Object.entries(refused)) {
    for (const answer of [
      await ben.send('POST', '/admin/account/name', form({ name })),
      await owner.send('POST', '/admin/people', form({ name, role: 'owner' })),
      await phone.send('POST', '/admin/join', form({ name, password: PASSWORD })),
    ]) {
      expect(answer.status, name).toBe(422);
      expect(await answer.text(), name).toContain(message);
    }
  }
  // The first owner's old name is nobody else's, because the history has it.
  await owner.send('POST', '/admin/account/name', form({ name: 'Ann Lee' }));
  expect((await ben.send('POST', '/admin/account/name', form({ name: 'owner' }))).status).toBe(422);
  for (const name of [
    'Zoë O’Brien-Łukaszewski',
    "Anne d'Arc 2",
    'Nguyễn Thị Hà',
    'Мария Иванова',
    'สมชาย',
    '李小龍',
  ]) {
    await ben.send('POST', '/admin/account/name', form({ name }));
    expect(await readSession(ben)).toMatchObject({ name });
  }
});

test('who is removed is out at once, and cannot come back', async ({ farm }) => {
  const id = await farm.add('Ben', 'packer');
  const ben = await farm.signedIn('Ben');
  const passkey = await addPasskey(ben);
  const owner = await farm.owner();
  const removed = await owner.send('POST', `/admin/people/${id}/remove`, form({}));
  expect(removed.headers.get('Location')).toBe('/admin/people?done=removed');
  expect(await readSession(ben)).toMatchObject({ signedIn: false });
  expect((await ben.signIn(PASSWORD, 'Ben')).status).toBe(401);
  expect((await signInByPasskey(farm.browser(), passkey)).status).toBe(401);
  expect(await readSession(owner)).toMatchObject({ signedIn: true });
});

test('another role ends the sessions, and holds from the next sign-in', async ({ farm }) => {
  const id = await farm.add('Ben', 'owner');
  const ben = await farm.signedIn('Ben');
  expect((await ben.send('GET', '/admin/people')).status).toBe(200);
  await (await farm.owner()).send('POST', `/admin/people/${id}/role`, form({ role: 'packer' }));
  expect(await readSession(ben)).toMatchObject({ signedIn: false });
  await ben.signIn(PASSWORD, 'Ben');
  const refused = await ben.send('GET', '/admin/people');
  expect([refused.status, refused.headers.get('Location')]).toEqual([302, '/admin/account?refused=page']);
  expect((await ben.send('POST', `/admin/people/${id}/role`, form({ role: 'owner' }))).status).toBe(403);
});

test('a new link takes password, passkeys and sessions away at once', async ({ farm }) => {
  const id = await farm.add('Ben', 'packer');
  const ben = await farm.signedIn('Ben');
  const page = await (await farm.owner()).send('POST', `/admin/people/${id}/link`, form({}));
  const link = readLink(await page.text());
  expect(await readSession(ben)).toMatchObject({ signedIn: false });
  expect((await ben.signIn(PASSWORD, 'Ben')).status).toBe(401);
  await ben.send('GET', link);
  const entries = form({ name: 'Ben', password: 'nine white winter geese' });
  expect((await ben.send('POST', '/admin/join', entries)).status).toBe(303);
  expect(await readSession(ben)).toMatchObject({ name: 'Ben', role: 'packer' });
});

test('people cannot remove or demote themselves or the first owner', async ({ farm }) => {
  const id = await farm.add('Ben', 'owner');
  const ben = await farm.signedIn('Ben');
  for (const [whom, done] of [
    [id, 'own'],
    ['owner', 'founder'],
    ['nobody', 'gone'],
  ]) {
    for (const action of ['remove', 'link', 'role']) {
      const answer = await ben.send('POST', `/admin/people/${whom}/${action}`, form({ role: 'packer' }));
      expect(answer.headers.get('Location'), `${whom} ${action}`).toBe(`/admin/people?done=${done}`);
    }
  }
  expect(await farm.app.parts.db.selectFrom('people').select(['id', 'role']).orderBy('id').execute()).toEqual(
    [
      { id, role: 'owner' },
      { id: 'owner', role: 'owner' },
    ],
  );
});

test('the sign-in page leads on to the page that was asked for, and nowhere else', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  for (const [asked, leadsTo] of [
    ['/admin/packing', '/admin/packing'],
    ['/admin/orders', '/admin/orders'],
    ['https://evil.example/admin/packing', '/admin'],
    ['//evil.example', '/admin'],
  ] as const) {
    const browser = farm.browser();
    const wrong = await browser.send(
      'POST',
      '/admin/sign-in',
      form({ name: 'Ben', password: 'x', next: asked }),
    );
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('That name or password isn’t right.');
    const entries = form({ name: 'Ben', password: PASSWORD, next: asked });
    const right = await browser.send('POST', '/admin/sign-in', entries);
    expect([right.status, right.headers.get('Location')]).toEqual([303, leadsTo]);
    expect(await readSession(browser)).toMatchObject({ name: 'Ben' });
  }
});
