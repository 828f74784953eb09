import { join } from 'node:path';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { createEventRoutes, ROWS_A_DAY } from '../../../api/routes/events.ts';
import { EVENT_KINDS } from '../../../src/domain/analytics.ts';
import { test as base, expect } from '../../support/folder.ts';
import { openTestDatabase } from '../../support/test-database.ts';

interface Fixtures {
  database: OpenDatabase;
  clock: { now: string };
  send: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readEvents: () => Promise<unknown[]>;
}

const test = base.extend<Fixtures>({
  database: async ({ folder }, use) => {
    const database = await openTestDatabase(join(folder, 'shop.db'));
    await use(database);
    await database.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  clock: async ({}, use) => use({ now: '2025-11-21T09:30:00Z' }),
  send: async ({ database, clock }, use) => {
    const app = createEventRoutes({ db: database.db, clock: () => new Date(clock.now) });
    await use(async (body, headers = { 'Content-Type': 'application/json' }) =>
      app.request('/', {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  },
  readEvents: async ({ database }, use) => {
    await use(() => database.db.selectFrom('visitCounts').selectAll().execute());
  },
});

const BEACON = { 'Content-Type': 'text/plain;charset=UTF-8' };

test('a page view is kept, with nothing of the visitor', async ({ send, readEvents }) => {
  const headers = { ...BEACON, 'User-Agent': 'Phone', Cookie: 'a=b', 'X-Forwarded-For': '192.0.2.1' };
  const response = await send({ kind: 'view', path: '/book-now', label: 'book_now' }, headers);
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await readEvents()).toEqual([
    {
      day: '2025-11-21',
      kind: 'view',
      path: '/book-now',
      category: '',
      label: 'book_now',
      value: '',
      region: 'Somerset',
      count: 1,
    },
  ]);
});

test('clicks and searches are kept with their category, label and value', async ({ send, readEvents }) => {
  const click = {
    kind: 'click',
    path: '/',
    category: 'contact',
    label: 'phone',
    value: 1,
    region: 'Somerset',
  };
  expect((await send(click)).status).toBe(204);
  expect((await send({ kind: 'search', path: '/faq', value: ' dogs ' }, BEACON)).status).toBe(204);
  expect(await readEvents()).toMatchObject([
    { ...click, value: '1' },
    { kind: 'search', path: '/faq', value: 'dogs' },
  ]);
});

test('a repeated event is one row, until the next day in London', async ({ clock, send, readEvents }) => {
  for (const now of ['2026-07-01T22:59:59Z', '2026-07-01T09:00:00Z', '2026-07-01T23:00:00Z']) {
    clock.now = now;
    await send({ kind: 'view', path: '/', label: 'home' });
  }
  expect(await readEvents()).toMatchObject([
    { day: '2026-07-01', label: 'home', count: 2 },
    { day: '2026-07-02', label: 'home', count: 1 },
  ]);
});

test('made-up labels and paths fill at most a day’s rows, and each event counts', async ({
  database,
  clock,
  send,
  readEvents,
}) => {
  // Two thousand waits for the disk show nothing.
  database.sqlite.pragma('synchronous = OFF');
  await send({ kind: 'view', path: '/prices' });
  for (let index = 0; index < 2000; index += 1) {
    await send({ kind: 'click', path: `/${index % 600}`, category: 'made_up', label: `label-${index}` });
  }
  for (const kind of EVENT_KINDS) await send({ kind, path: '/prices', label: 'late', value: 'late' });
  await send({ kind: 'view', path: '/prices' });
  expect((await readEvents()).length).toBe(ROWS_A_DAY);
  const count = database.sqlite.prepare(
    "SELECT kind || ' ' || path, sum(count) FROM visit_counts GROUP BY 1",
  );
  const counted = new Map(count.raw().all() as [string, number][]);
  expect([...counted.values()].reduce((sum, each) => sum + each)).toBe(2005);
  expect(counted.get('view /prices'), 'what has a row goes on').toBe(2);
  expect(EVENT_KINDS.map((kind) => counted.get(`${kind} other`))).toEqual([1, 2001 - 496, 1]);

  clock.now = '2025-11-22T09:30:00Z';
  await send({ kind: 'view', path: '/care-guide' });
  expect((await readEvents()).at(-1)).toMatchObject({ day: '2025-11-22', path: '/care-guide', count: 1 });
});

test('the database takes every kind that the schema does', async ({ send, readEvents }) => {
  for (const kind of EVENT_KINDS) expect((await send({ kind, path: '/' })).status).toBe(204);
  expect(await readEvents()).toHaveLength(EVENT_KINDS.length);
});

for (const header of ['DNT', 'Sec-GPC']) {
  test(`a visitor with ${header} is answered alike, and not counted`, async ({ send, readEvents }) => {
    const body = { kind: 'view', path: '/' };
    expect((await send(body, { ...BEACON, [header]: '1' })).status).toBe(204);
    expect(await readEvents()).toEqual([]);
    expect((await send(body, { ...BEACON, [header]: '0' })).status).toBe(204);
    expect(await readEvents()).toHaveLength(1);
  });
}

const view = { kind: 'view', path: '/' };
test('what is no event is refused, and leaves nothing', async ({ send, readEvents }) => {
  for (const [what, body, status, code] of [
    ['nothing', '', 400, 'malformed_body'],
    ['no JSON', 'kind=view', 400, 'malformed_body'],
    ['null', 'null', 400, 'malformed_body'],
    ['a list', [view], 400, 'malformed_body'],
    ['deep nesting', `${'['.repeat(900)}${']'.repeat(900)}`, 400, 'malformed_body'],
    ['an unknown kind', { ...view, kind: 'visit' }, 422, 'invalid_fields'],
    ['no path', { kind: 'view' }, 422, 'invalid_fields'],
    ['a path with a query', { ...view, path: '/success?email=a@b.example' }, 422, 'invalid_fields'],
    ['a path elsewhere', { ...view, path: 'https://other.example/' }, 422, 'invalid_fields'],
    ['a path that is too long', { ...view, path: `/${'a'.repeat(200)}` }, 422, 'invalid_fields'],
    ['a label that is too long', { ...view, label: 'a'.repeat(101) }, 422, 'invalid_fields'],
    ['an empty label', { ...view, label: ' ' }, 422, 'invalid_fields'],
    ['an infinite value', '{"kind":"view","path":"/","value":1e999}', 422, 'invalid_fields'],
    ['another region', { ...view, region: 'Devon' }, 422, 'invalid_fields'],
    ['an unknown field', { ...view, email: 'a@b.example' }, 422, 'invalid_fields'],
    ['a prototype key', '{"kind":"view","path":"/","__proto__":{"label":"x"}}', 422, 'invalid_fields'],
    ['too much', { ...view, label: 'a'.repeat(3000) }, 413, 'body_too_large'],
  ] as const) {
    const response = await send(body);
    expect(response.status, what).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/\.$/), code });
    expect(await readEvents()).toEqual([]);
  }
});

test('other content types are refused', async ({ send }) => {
  for (const type of ['application/x-www-form-urlencoded', 'text/html', '']) {
    expect((await send(view, { 'Content-Type': type })).status, type).toBe(415);
  }
});
