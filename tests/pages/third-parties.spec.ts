import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { createPagePolicy, readPageMarkup } from '../../api/site/page-policy.ts';
import { allowsThirdParties, findSecrets, PAGES, PRIVATE_PATHS } from '../../src/domain/pages.ts';
import { EXTENDED_DIST } from '../support/test-site.ts';
import { pagePaths, readPage } from './built-site.ts';

// The site with a third party's statistics (support/build-extended-site.ts), and its policies.

const PUBLISHED = pagePaths(EXTENDED_DIST);
const FOREIGN = /https:\/\/(stats|video|tickets)\.example\.com|https:\/\/www\.openstreetmap\.org/;

test('third parties are on exactly the pages that the table of pages names', () => {
  expect(existsSync(EXTENDED_DIST)).toBe(true);
  const allowed = PUBLISHED.filter(allowsThirdParties);
  expect(allowed.length).toBeGreaterThan(12);
  for (const path of PUBLISHED) {
    const html = readPage(path, EXTENDED_DIST);
    const isAllowed = allowed.includes(path);
    const { contentSecurityPolicy } = createPagePolicy(path, readPageMarkup(html), 'stripe');
    // Hidden until its script runs.
    expect(/<aside[^>]* data-consent[^>]* data-analytics-script[^>]* hidden/.test(html), path).toBe(
      isAllowed,
    );
    expect(html.includes('data-analytics-script'), path).toBe(isAllowed);
    expect(FOREIGN.test(contentSecurityPolicy), path).toBe(isAllowed);
    if (!isAllowed) expect(html, path).not.toContain('data-embed');
  }
});

test('the policy blocks third parties where the table does not allow them, whatever the page contains', () => {
  const html = readPage('/', EXTENDED_DIST).replace(
    '</body>',
    '<script src="https://stats.example.com/x.js"></script>',
  );
  for (const path of [
    '/order',
    '/nordmann-branches',
    '/branch-box-checkout',
    '/admin/orders',
    '/unknown',
    '',
  ]) {
    expect(createPagePolicy(path, readPageMarkup(html), 'stripe').contentSecurityPolicy).not.toMatch(FOREIGN);
  }
});

test('no page that is private, or has a secret in its URL, allows them', () => {
  for (const { path } of Object.values(PAGES)) {
    const isPrivate = PRIVATE_PATHS.some((each) => path === each || path.startsWith(`${each}/`));
    if (isPrivate || findSecrets(path)) expect(allowsThirdParties(path), path).toBe(false);
    if (!findSecrets(path)) continue;
    const [first] = readPage(path, EXTENDED_DIST).match(/<(script|style|link)\b[^>]*>/) ?? [];
    expect(first, `${path}: nothing comes before what hides the secret`).toContain('data-secrets=');
  }
  expect(Object.values(PAGES).filter(({ path }) => findSecrets(path))).toHaveLength(6);
});
