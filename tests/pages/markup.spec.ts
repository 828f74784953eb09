import { expect, test } from '@playwright/test';
import { pagePaths, readPage } from './built-site.ts';
import { validateMarkup } from './validate-markup.ts';

for (const path of [...pagePaths(), '/embed/tickets']) {
  test(`${path} is valid HTML`, async () => {
    expect(await validateMarkup(readPage(path))).toEqual([]);
  });
}
