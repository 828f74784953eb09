import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';

test.use({
  editsContent: true,
  viewport: { width: 390, height: 844 },
  // Chromium names the answer to a form with a mistake.
  expectedMessages: /status of 422/,
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test('a price goes up, is looked over, published and taken back, on a phone', async ({ page, context }) => {
  test.slow();
  await addSession(context);
  await page.goto('/admin');
  await expectGoodLooks(page);
  await page.getByText('Prices', { exact: true }).click();
  await page.getByRole('link', { name: 'Home page' }).click();
  await page.getByText('Nordmann Fir', { exact: true }).first().click();
  const price = page.getByLabel('4-5ft').first();
  const old = await price.inputValue();
  await test.step('a mistake keeps what was typed', async () => {
    await price.fill('forty');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await expect(page.getByRole('alert')).toContainText('a price such as £40');
    await expect(page.getByLabel('4-5ft').first()).toHaveValue('forty');
    await expectGoodLooks(page);
  });
  await page.getByLabel('4-5ft').first().fill('99');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('It is not public yet')).toBeVisible();
  await expectGoodLooks(page);

  await page.getByRole('link', { name: 'Look at it and publish' }).last().click();
  await expect(page.getByText(`Nordmann Fir 4-5ft`).first()).toContainText(`${old} to £99`);
  await test.step('what looks like a mistake has to be confirmed', async () => {
    await expect(page.getByText('is more than 30 %')).toBeVisible();
    await expectGoodLooks(page);
    await page.getByRole('checkbox').check();
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(heading(page, 'Published')).toBeVisible({ timeout: 60_000 });
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`£99 to ${old}`).first()).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(heading(page, 'Published')).toBeVisible({ timeout: 60_000 });
  await page.goto('/admin/content/history');
  await expect(page.getByText(`£99 to ${old}`).first()).toBeVisible();
  await expectGoodLooks(page);
});

test('every other page of the editor fits, and can be used with a keyboard and a screen reader', async ({
  page,
  context,
}) => {
  test.slow();
  await addSession(context);
  for (const path of [
    '/admin/content/file?name=pages/index.md',
    '/admin/content/file?name=shop.json',
    '/admin/content/new?collection=pages',
    '/admin/content/season',
    '/admin/content/report',
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('main details'))
          (fold as HTMLDetailsElement).open = true;
      });
      await expectGoodLooks(page);
    });
  }
});
