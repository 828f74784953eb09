import { dirname, join } from 'node:path';
import { buildSite } from '../../../src/build/build.ts';
import { createSmallSite, SHELLS, SMALL_SITE, type SmallSite } from '../../support/small-site.ts';
import { type ContentUnderTest, expect, test } from './content-under-test.ts';

const SCRIPT = `console.log("<a href='/prices'>")`;
const PAGE = (
  words: string,
) => `<!DOCTYPE html><html lang="en-GB" data-page="/prices"><head><title>Prices</title>
<style>p{margin:0}</style><link rel="stylesheet" href="/_astro/site.BxK3a.css"></head>
<body data-keep-pages="/_astro/keep.js"><a class="skip-link" href="#main">Skip</a><p>${words}</p>
<a data-x='">' href="/visit#opening">Visit</a> <a href="/">Home</a> <a href="tel:1">Ring</a> <a href="//other.example/">Other</a>
<a href="/admin/orders">Orders</a><img src="/_astro/new.Ab12.jpg" alt="">
<form action="/api/contact-submit" method="post"></form><script data-src="/islands.js">${SCRIPT}</script></body></html>`;

/** Builds the small site, with other pages, to where previews are. */
async function buildPreview({ app }: ContentUnderTest, pages: SmallSite['pages']): Promise<void> {
  const site = await createSmallSite();
  site.pages = { ...SMALL_SITE, ...SHELLS, ...pages };
  await buildSite({ ...site, outDir: join(dirname(app.file), 'preview') });
  await site.remove();
}

const DRAFTED = {
  'prices.html': PAGE('£44'),
  'new-barn.html': '<!DOCTYPE html><html><head><title>Barn</title></head><body>The barn</body></html>',
  '_astro/new.Ab12.jpg': Buffer.from('a photograph'),
  'islands.js': 'export {}',
};

test('shows owners the site as drafted, within itself', async ({ content }) => {
  expect(await content.read('/admin/preview/')).toMatchObject({ status: 404 });
  await buildPreview(content, DRAFTED);
  const { status, html } = await content.read('/admin/preview/prices');
  expect(status).toBe(200);
  expect(html).toContain('<p>£44</p>');
  expect(html).toContain(`<a data-x='">' href="/admin/preview/visit#opening">`);
  expect(html).toContain('<a href="/admin/preview/">');
  expect(html).toContain('<a href="/admin/orders">');
  expect(html).toContain('<a href="//other.example/">');
  expect(html).toContain('href="#main"');
  expect(html).toContain('action="/admin/preview/api/contact-submit"');
  expect(html).toContain('data-src="/admin/preview/islands.js"');
  expect(html).toContain('Preview: not public yet');
  // Else a visit would be counted, and a service worker would keep pages.
  expect(html).not.toMatch(/data-page=|data-keep-pages=/);
  expect((await content.read('/admin/preview/new-barn')).text).toContain('The barn');
  expect((await content.read('/new-barn')).status).toBe(404);
  // Nor are the farm's own pages part of it, nor what a build keeps for itself.
  for (const path of ['admin/orders', '.content.json', '..%2fdist/prices', 'nothing']) {
    expect(await content.read(`/admin/preview/${path}`), path).toMatchObject({ status: 404 });
  }
  expect(await content.read('/admin/preview/about')).toMatchObject({ location: '/admin/preview/about-us' });
});

test('a previewed page has the policy of its markup, may reach nothing, and is kept nowhere', async ({
  content,
}) => {
  await buildPreview(content, DRAFTED);
  const answer = await content.owner.send('GET', '/admin/preview/prices');
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain(await hash(SCRIPT));
  expect(policy).toContain(await hash('p{margin:0}'));
  expect(policy).toMatch(/, connect-src 'none'/);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
  const sent = await content.post('/admin/preview/api/contact-submit', { name: 'Ada' });
  expect(sent.text).toContain('Nothing was sent');
});

test('what only the preview has is loaded by owners alone, and a newer preview at once', async ({
  content,
}) => {
  await buildPreview(content, DRAFTED);
  const photograph = '/_astro/new.Ab12.jpg';
  const answer = await content.owner.send('GET', photograph);
  expect(await answer.text()).toBe('a photograph');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const live = await content.owner.send('GET', '/_astro/site.BxK3a.css');
  expect(live.headers.get('Cache-Control')).toContain('immutable');
  for (const path of [photograph, '/admin/preview/prices', '/admin/preview/islands.js']) {
    expect((await content.app.get(path)).status, path).not.toBe(200);
  }
  await buildPreview(content, { ...DRAFTED, 'prices.html': PAGE('£46') });
  expect((await content.read('/admin/preview/prices')).text).toContain('£46');
});

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text));
  return `'sha256-${Buffer.from(digest).toString('base64')}'`;
}
