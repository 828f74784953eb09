import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from '@playwright/test';

const dist = process.env.LOOK_DIST ?? 'test-results/demo/dist';
const out = process.env.LOOK_OUT ?? '/tmp/wt/pages/test-results/look';
test('look', async ({ browser }) => {
  test.setTimeout(300_000);
  mkdirSync(out, { recursive: true });
  const types: Record<string, string> = {
    html: 'text/html; charset=utf-8',
    svg: 'image/svg+xml',
    js: 'text/javascript',
    avif: 'image/avif',
    webp: 'image/webp',
    jpg: 'image/jpeg',
    css: 'text/css',
  };
  const server = createServer((q, r) => {
    const path = new URL(q.url ?? '/', 'http://x').pathname;
    const file = [path === '/' ? '/index.html' : path, `${path}.html`]
      .map((f) => dist + f)
      .find((f) => existsSync(f) && f.includes('.'));
    if (!file || !/\.\w+$/.test(file)) {
      r.statusCode = 404;
      r.end();
      return;
    }
    r.setHeader('content-type', types[file.split('.').pop() ?? ''] ?? 'application/octet-stream');
    r.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const port = (server.address() as { port: number }).port;
  for (const width of (process.env.LOOK_WIDTHS ?? '390,768,1280').split(',').map(Number)) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      serviceWorkers: 'block',
      deviceScaleFactor: 0.6,
    });
    const page = await context.newPage();
    if (process.env.LOOK_TIME) await page.clock.setFixedTime(new Date(process.env.LOOK_TIME));
    for (const spec of (process.env.LOOK ?? '/').split(' ')) {
      const [path = '/', selector] = spec.split('@');
      await page.goto(`http://127.0.0.1:${port}${path}`);
      await page.addStyleTag({ content: '.place{content-visibility:visible!important}' });
      await page.evaluate(() => {
        for (const i of document.images) i.loading = 'eager';
      });
      if (process.env.LOOK_OPEN)
        await page.evaluate((s) => {
          for (const d of document.querySelectorAll(s)) d.setAttribute('open', '');
        }, process.env.LOOK_OPEN);
      await page.waitForLoadState('networkidle');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log('OVERFLOW', width, path, wide);
      const name = `${out}/${width}${path.replaceAll('/', '_')}${selector ? selector.replaceAll(/\W/g, '') : ''}${process.env.LOOK_TAG ?? ''}.png`;
      if (selector) await page.locator(selector).first().screenshot({ path: name });
      else await page.screenshot({ path: name, fullPage: true });
    }
    await context.close();
  }
  server.close();
});
