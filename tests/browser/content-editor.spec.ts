import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';

test.use({
  editsContent: true,
  viewport: { width: 390, height: 844 },
  // Chromium names the answer to a form with a mistake, and what the stand-in's pages do not have.
  expectedMessages: /status of 422|favicon\.ico/,
});

/** Of the lists of pictures, which are all alike, the first. */
function openFolds(page: Page): Promise<void> {
  return page.evaluate(() => {
    const folds = document.querySelectorAll<HTMLDetailsElement>(
      'main details:not(.content-picture > details)',
    );
    const pictures = document.querySelector<HTMLDetailsElement>('.content-picture > details');
    for (const fold of [...folds, ...(pictures ? [pictures] : [])]) fold.open = true;
  });
}

test('no form of the office loses what was written when a link is followed', async ({ page, context }) => {
  test.slow();
  await addSession(context);
  const questions: string[] = [];
  let leaves = false;
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await (leaves ? dialog.accept() : dialog.dismiss());
  });
  const follow = async (link: string, answer: 'leave' | 'stay') => {
    leaves = answer === 'leave';
    await page.getByRole('navigation', { name: 'Farm office' }).getByRole('link', { name: link }).click();
    return questions.splice(0);
  };
  const forms = [
    ['/admin/content/file?name=hours/b.json', 'Name of these hours'],
    ['/admin', 'What should visitors know?'],
    ['/admin/telephone', 'Town'],
    ['/admin/people', 'Their name'],
    ['/admin/account', 'Your name'],
  ] as const;
  for (const [path, label] of forms) {
    await test.step(path, async () => {
      await page.goto(path);
      await openFolds(page);
      const field = page.getByRole('main').getByLabel(label).first();
      await field.fill('Snow on the lane');
      expect(await follow('Packing', 'stay')).toEqual(['confirm']);
      await expect(field).toHaveValue('Snow on the lane');
      // As when the page is closed or loaded again.
      expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(
        false,
      );
      expect(await follow('Packing', 'leave')).toEqual(['confirm']);
      await expect(page).toHaveURL(/packing$/);
    });
  }
  await page.goto('/admin/content/file?name=hours/b.json');
  await page.getByRole('button', { name: 'Add one to Single days' }).click();
  await expect(page.getByLabel('Day', { exact: true })).toBeVisible();
  expect(await follow('Packing', 'stay'), 'a list that has just been changed').toEqual(['confirm']);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page).toHaveURL(/content\/file/);
  await page.getByLabel('Closes').first().fill('08:00');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByRole('alert').first()).toContainText('a closing time after the opening time');
  expect(await follow('Packing', 'stay'), 'a form with a mistake').toEqual(['confirm']);
  await page.getByLabel('Closes').first().fill('18:00');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('It isn’t public yet')).toBeVisible();
  expect(await follow('Packing', 'stay'), 'a form that is saved').toEqual([]);
  await expect(page).toHaveURL(/packing$/);
});

test('three buttons write bold words, a list and a link into an answer', async ({ page, context }) => {
  await addSession(context);
  await page.goto('/admin/content/file?name=faq%2Ftree-care.json');
  const question = page.locator('.content-item > details').first();
  await question.locator('summary').first().click();
  const answer = question.getByLabel('Answer', { exact: true });
  const select = (words: string) =>
    answer.evaluate((area: HTMLTextAreaElement, text) => {
      const start = area.value.indexOf(text);
      area.setSelectionRange(start, start + text.length);
    }, words);
  await answer.fill('Yes.\nboots\ncoat\nSee our prices');
  await select('Yes.');
  await question.getByRole('button', { name: 'Bold' }).click();
  await select('boots\ncoat');
  await question.getByRole('button', { name: 'List' }).click();
  await select('our prices');
  await question.getByRole('button', { name: 'Link' }).click();
  await expectGoodLooks(page);
  await question.getByLabel('Where the link leads').selectOption('/prices');
  await expect(answer).toHaveValue('**Yes.**\n- boots\n- coat\n\nSee [our prices](/prices)');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('It isn’t public yet')).toBeVisible();
});

// `tests/ways` takes a price to the public and back on a phone, and `tests/api/content` has what these pages say and do.
test('every page of the editor fits, and can be used with a keyboard and a screen reader', async ({
  page,
  context,
}) => {
  test.slow();
  await addSession(context);
  const look = (path: string) =>
    test.step(path, async () => {
      await page.goto(path);
      await openFolds(page);
      await expectGoodLooks(page);
    });
  await page.goto('/admin/content/file?name=prices%2Fhome.json');
  await openFolds(page);
  for (const [price, said] of [
    ['forty', 'a price such as £40'],
    ['99', 'It isn’t public yet'],
  ] as const) {
    await page.getByLabel('4-5ft').first().fill(price);
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await expect(page.getByText(said).first()).toBeVisible();
    if (price === 'forty') await expectGoodLooks(page);
  }
  await look('/admin/content/publish');
  await expect(page.getByText('is more than 30 %')).toBeVisible();
  for (const path of [
    '/admin',
    // With every kind of field, and few of each.
    '/admin/content/file?name=pages/contact-us.md',
    '/admin/content/new?collection=pages',
    '/admin/content/season',
    '/admin/content/report',
    '/admin/content/history',
    '/admin/content?q=nordmann',
  ])
    await look(path);
});
