import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { TEST_DIST } from '../support/test-site.ts';
import { pagePaths, readPage } from './built-site.ts';

test('no published site contains the gallery of components', () => {
  expect(pagePaths()).not.toContain('/components');
  expect(readFileSync(`${TEST_DIST}/sitemap-0.xml`, 'utf8')).not.toContain('/components');
  expect(readdirSync(TEST_DIST, { recursive: true }).map(String).join()).not.toMatch(/gallery/i);
  for (const path of pagePaths()) expect(readPage(path), path).not.toContain('data-example');
});
