import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formatPrice } from '#domain/money.ts';
import { OFFICE_PAGES, OFFICE_SHELL } from '#domain/office.ts';
import { CONTENT_PAGES, townPath } from '#domain/pages.ts';
import type { SeoFigures } from '#domain/seo-figures.ts';
import { readContent } from '../../src/content/reader/read-content.ts';
import { pagePaths, readPage, textOf, validateMarkup } from './built-site.ts';

// The farm's real site. Expectations are read from content/, so that an edit there fails nothing.

const DIST = 'dist';
const readShown = async () => (await readContent('content')).content;

test('the site has exactly the pages of content/, town pages included', async () => {
  const { towns } = await readShown();
  const own = Object.values(CONTENT_PAGES).map(({ path }) => path);
  const office = [OFFICE_SHELL, OFFICE_PAGES['admin/orders'].path, OFFICE_PAGES['admin/packing/scan'].path];
  const wanted = [...own, ...office, ...towns.map(({ id }) => townPath(id))];
  expect(pagePaths(DIST)).toEqual(wanted.sort());
});

test('every page of the site is valid HTML', async () => {
  const wrong: Record<string, string[]> = {};
  for (const path of pagePaths(DIST)) {
    const messages = await validateMarkup(readPage(path, DIST));
    if (messages.length > 0) wrong[path] = messages;
  }
  expect(wrong).toEqual({});
});

test('the site has no broken link', () => {
  const figures: SeoFigures = JSON.parse(readFileSync(`${DIST}/seo-figures.json`, 'utf8'));
  expect(figures.brokenLinks).toEqual([]);
  expect(figures.redirects.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(figures.pageWeights.length).toBeGreaterThan(0);
});

test('the box has the price of content/shop.json on its pages', async () => {
  const { shop, pages } = await readShown();
  expect(pages.length).toBeGreaterThan(0);
  const pricePence = shop[0]?.data.branchBox.pricePence;
  for (const path of ['/nordmann-branches', '/nordmann-foliage-payment']) {
    expect(textOf(readPage(path, DIST)), path).toContain(pricePence && formatPrice(pricePence));
  }
});
