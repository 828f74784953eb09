import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '../app-under-test.ts';

test('the best encoding that is accepted is sent, of a built page and of a filled one', async ({ app }) => {
  for (const [header, wanted] of [
    ['', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'br'],
    ['gzip ; q=0.9', 'gzip'],
    ['brotli, zip', null],
    ['*;q=0', null],
    ['identity;q=0', null],
  ] as const) {
    for (const path of ['/prices', '/admin/sign-in']) {
      const response = await app.get(path, { 'Accept-Encoding': header });
      expect(response.headers.get('Content-Encoding'), `${path} ${header}`).toBe(wanted);
      expect(response.headers.get('Vary'), path).toBe('Accept-Encoding');
      const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: String }[wanted ?? 'none'];
      expect(String(decode(Buffer.from(await response.arrayBuffer()))), path).toContain('</title>');
    }
  }
});

test('body, length, tag and 304 belong to their encoding', async ({ app }) => {
  for (const { accept, encoding, decode } of [
    { accept: 'identity', encoding: null, decode: (bytes: Buffer) => bytes },
    { accept: 'br', encoding: 'br', decode: brotliDecompressSync },
    { accept: 'gzip', encoding: 'gzip', decode: gunzipSync },
  ]) {
    const headers = { 'Accept-Encoding': accept };
    const response = await app.get('/prices', headers);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Length')).toBe(String(body.length));
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(decode(body).toString()).toBe(app.site.pages['prices.html']);
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toBe(`"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`);

    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.get('/prices', { ...headers, 'If-None-Match': given });
      expect(again.status, given).toBe(304);
      expect(again.headers.get('ETag')).toBe(tag);
      expect(again.headers.get('Vary')).toBe('Accept-Encoding');
      expect(again.headers.get('Cache-Control')).toBe('no-cache');
      expect(await again.text()).toBe('');
    }
    for (const given of ['"other"', tag.replaceAll('"', ''), '']) {
      const again = await app.get('/prices', { ...headers, 'If-None-Match': given });
      expect(again.status, given).toBe(200);
    }
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

test('HEAD has the status and headers of GET, and no body', async ({ app }) => {
  for (const path of ['/prices', '/tree.png', '/nothing', '/about', '/healthz', '/_astro/site.BxK3a.css']) {
    const headers = { 'Accept-Encoding': 'br' };
    const [got, head] = await Promise.all([app.get(path, headers), app.get(path, headers, 'HEAD')]);
    expect(head.status, path).toBe(got.status);
    // Every answer has an id of its own.
    const headersOf = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'x-request-id');
    expect(headersOf(head), path).toEqual(headersOf(got));
    expect(await head.text()).toBe('');
  }
});

test('ranges are ignored', async ({ app }) => {
  const response = await app.get('/tree.png', { Range: 'bytes=0-9' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Accept-Ranges')).toBeNull();
  expect((await response.arrayBuffer()).byteLength).toBe(1000);
});
