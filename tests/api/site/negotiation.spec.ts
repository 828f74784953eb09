import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { chooseEncoding } from '../../../api/site/accept-encoding.ts';
import { readManifest } from '../../../src/build/manifest.ts';
import { SMALL_SITE } from '../../support/small-site.ts';
import { expect, test } from '../app-under-test.ts';

for (const [header, wanted] of [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['BR', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['gzip;q=0.2, identity;q=0.9', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['br;q=2', 'identity'],
  ['brotli, zip', 'identity'],
  ['gzip ; q=0.9 , br ; q=0.1', 'gzip'],
] as const) {
  test(`Accept-Encoding ${JSON.stringify(header)} gets ${wanted}`, () => {
    expect(chooseEncoding(header, ['br', 'gzip'])).toBe(wanted);
  });
}

test('a form that the file does not have is not chosen', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(chooseEncoding('br, gzip', [])).toBe('identity');
});

for (const { accept, encoding, suffix, decode } of [
  { accept: 'identity', encoding: null, suffix: '', decode: (bytes: Buffer) => bytes },
  { accept: 'br', encoding: 'br', suffix: '-br', decode: brotliDecompressSync },
  { accept: 'gzip', encoding: 'gzip', suffix: '-gz', decode: gunzipSync },
]) {
  test(`${accept}: body, length, tag and 304 belong to that encoding`, async ({ app }) => {
    const headers = { 'Accept-Encoding': accept };
    const response = await app.get('/prices', headers);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Length')).toBe(String(body.length));
    expect(response.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary');
    expect(decode(body).toString()).toBe(app.site.pages['prices.html']);
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toMatch(new RegExp(`^"[\\w-]{16}${suffix}"$`));

    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.get('/prices', { ...headers, 'If-None-Match': given });
      expect(again.status, given).toBe(304);
      expect(again.headers.get('ETag')).toBe(tag);
      expect(again.headers.get('Vary')).toBe('Accept-Encoding, Available-Dictionary');
      expect(again.headers.get('Cache-Control')).toBe('no-cache');
      expect(await again.text()).toBe('');
    }
    for (const given of ['"other"', tag.replaceAll('"', ''), '']) {
      const again = await app.get('/prices', { ...headers, 'If-None-Match': given });
      expect(again.status, given).toBe(200);
    }
  });
}

test('only holders of the dictionary are sent compressed differences', async ({ app }) => {
  const dictionary = (await readManifest(app.site.outDir))?.dictionary;
  const words = await app.get(`/${dictionary}`);
  expect(words.headers.get('Use-As-Dictionary')).toBe('match="/*"');
  expect(words.headers.get('Cache-Control')).toContain('immutable');
  const bytes = Buffer.from(await words.arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest();
  const held = {
    'Accept-Encoding': 'gzip, br, zstd, dcb, dcz',
    'Available-Dictionary': `:${hash.toString('base64')}:`,
  };

  const response = await app.get('/prices', held);
  expect(response.headers.get('Content-Encoding')).toBe('dcz');
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('Content-Length')).toBe(String(body.length));
  // RFC 9842 section 5: a frame to skip, which holds the dictionary's hash.
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(body.subarray(8, 40).equals(hash)).toBe(true);
  const page = zstdDecompressSync(body.subarray(40), { dictionary: bytes });
  expect(page.toString()).toBe(app.site.pages['prices.html']);
  const tag = response.headers.get('ETag') ?? '';
  expect((await app.get('/prices', { ...held, 'If-None-Match': tag })).status).toBe(304);

  for (const other of [
    { ...held, 'Available-Dictionary': ':AAAA:' },
    { ...held, 'Accept-Encoding': 'gzip, br, zstd' },
    { 'Accept-Encoding': 'gzip, br, dcz' },
  ]) {
    const plain = await app.get('/prices', other);
    expect(plain.headers.get('Content-Encoding')).toBe('br');
    expect(plain.headers.get('Use-As-Dictionary')).toBeNull();
  }
});

test('a tag of one encoding is no answer for another', async ({ app }) => {
  const tag = (await app.get('/prices', { 'Accept-Encoding': 'br' })).headers.get('ETag') ?? '';
  const response = await app.get('/prices', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
  expect(response.status).toBe(200);
});

test('a picture is sent as it is, and does not vary', async ({ app }) => {
  const response = await app.get('/tree.png', { 'Accept-Encoding': 'br, gzip' });
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(response.headers.get('Vary')).toBeNull();
});

test('the 404 page is compressed too, and is never a 304', async ({ app }) => {
  const response = await app.get('/nothing', { 'Accept-Encoding': 'br', 'If-None-Match': '*' });
  expect(response.status).toBe(404);
  expect(response.headers.get('Content-Encoding')).toBe('br');
  const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(text).toContain('Page Not Found');
});

for (const path of ['/prices', '/tree.png', '/nothing', '/about', '/healthz', '/_astro/site.BxK3a.css']) {
  test(`HEAD ${path} has GET's status and headers, and no body`, async ({ app }) => {
    const headers = { 'Accept-Encoding': 'br' };
    const [got, head] = await Promise.all([app.get(path, headers), app.get(path, headers, 'HEAD')]);
    expect(head.status).toBe(got.status);
    // Every answer has an id of its own.
    const headersOf = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'x-request-id');
    expect(headersOf(head)).toEqual(headersOf(got));
    expect(await head.text()).toBe('');
  });
}

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

test('a range is always cut from the uncompressed file', async ({ app }) => {
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
