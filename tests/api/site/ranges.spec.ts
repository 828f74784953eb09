import { SMALL_SITE } from '../../support/small-site.ts';
import { expect, test } from '../app-under-test.ts';

const PICTURE = SMALL_SITE['tree.png'] as Buffer;

for (const [range, first, last] of [
  ['bytes=0-9', 0, 9],
  ['bytes=0-0', 0, 0],
  ['bytes=990-', 990, 999],
  ['bytes=-10', 990, 999],
  ['bytes=-5000', 0, 999],
  ['bytes=995-5000', 995, 999],
  ['bytes=0-', 0, 999],
  ['BYTES=1-2', 1, 2],
] as const) {
  test(`${range} answers bytes ${first} to ${last}`, async ({ app }) => {
    const response = await app.get('/tree.png', { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/1000`);
    expect(response.headers.get('Content-Length')).toBe(String(last - first + 1));
    expect(response.headers.get('Accept-Ranges')).toBe('bytes');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PICTURE.subarray(first, last + 1));
  });
}

for (const range of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999-']) {
  test(`${range} cannot be satisfied`, async ({ app }) => {
    const response = await app.get('/tree.png', { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */1000');
    expect(await response.text()).toBe('');
  });
}

for (const range of [
  'bytes=0-1,5-6',
  'bytes=5-2',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'rows=0-1',
  'nonsense',
]) {
  test(`${range} is ignored`, async ({ app }) => {
    const response = await app.get('/tree.png', { Range: range });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Range')).toBeNull();
    expect((await response.arrayBuffer()).byteLength).toBe(1000);
  });
}

test('a range is cut from the uncompressed file, whatever the client accepts', async ({ app }) => {
  const response = await app.get('/prices', { Range: 'bytes=0-8', 'Accept-Encoding': 'br, gzip' });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(response.headers.get('ETag')).toMatch(/^"[\w-]{16}"$/);
  expect(response.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary');
  expect(await response.text()).toBe('<!doctype');
});

test('If-Range lets a range through only for the very same bytes', async ({ app }) => {
  const tag = (await app.get('/tree.png')).headers.get('ETag') ?? '';
  const ask = (ifRange: string) => app.get('/tree.png', { Range: 'bytes=0-9', 'If-Range': ifRange });
  expect((await ask(tag)).status).toBe(206);
  for (const other of [`W/${tag}`, '"other"', `${tag.slice(0, -1)}-br"`, 'Sat, 01 Nov 2025 09:00:00 GMT']) {
    const response = await ask(other);
    expect(response.status, other).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(1000);
  }
});

test('If-Range of another build wins over a range beyond the file', async ({ app }) => {
  const response = await app.get('/tree.png', { Range: 'bytes=5000-', 'If-Range': '"other"' });
  expect(response.status).toBe(200);
});

test('If-None-Match is answered before a range', async ({ app }) => {
  const tag = (await app.get('/tree.png')).headers.get('ETag') ?? '';
  const response = await app.get('/tree.png', { Range: 'bytes=0-9', 'If-None-Match': tag });
  expect(response.status).toBe(304);
});

test('HEAD knows no ranges', async ({ app }) => {
  const response = await app.get('/tree.png', { Range: 'bytes=0-9' }, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Length')).toBe('1000');
});
