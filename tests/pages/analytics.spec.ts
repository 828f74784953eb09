import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { pagePaths, readPage } from './built-site.ts';

for (const path of pagePaths()) {
  test(`${path} counts visits with less than 1 kB of inline script`, () => {
    const html = readPage(path);
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
      .map(([, code = '']) => code)
      .filter((code) => code.includes('sendBeacon'));
    expect(scripts).toHaveLength(1);
    const [script = ''] = scripts;
    expect(Buffer.byteLength(script), 'bytes as they stand').toBeLessThan(1000);
    expect(brotliCompressSync(script).length, 'bytes with brotli').toBeLessThan(500);
    expect(html).toContain(`data-page="${path}"`);
  });

  test(`${path} does not mention a third party’s statistics, because the farm uses none`, () => {
    expect(readPage(path)).not.toMatch(/consent|data-analytics/i);
  });
}
