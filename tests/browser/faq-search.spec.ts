import type { Page } from '@playwright/test';
import { delay } from '../support/delay.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { KEEPS_PAGES } from '../support/precache.ts';
import { expect, test } from '../support/test.ts';

const ISLAND_SCRIPT = /\/_astro\/(FaqSearch|client)\.[^/]+\.js$/;
const CLOSEST_SCRIPT = /\/_astro\/closest-answers\.[^/]+\.js$/;

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' });
const results = (page: Page) => page.locator('.faq-search-results');
const tabs = (page: Page) => page.locator('#faq-tabs');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const clearButton = (page: Page) => page.getByRole('button', { name: 'Clear Search' });

/** Every script that a page requests from now on. */
function listScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && !KEEPS_PAGES.test(pathname)) scripts.push(pathname);
  });
  return scripts;
}

test('the matching questions alone are shown, open, by category, with their matches marked and their links', async ({
  page,
}) => {
  await page.goto('/faq');
  // No answer has a link today, but an editor may write one.
  await page
    .locator('#reserve-a-tree p')
    .first()
    .evaluate((paragraph) => {
      paragraph.innerHTML =
        'No reservations; <a href="/wholesale" id="link">wholesale trees</a> are another matter.';
    });
  // tests/unit/faq-search.spec.ts holds what matches.
  await box(page).fill('WATER');
  await expect(tabs(page)).toBeHidden();
  await expect(results(page).getByRole('heading')).toHaveText([
    ...['4 answers', 'Tree Selection', 'How long will my tree last?', 'Tree Care'],
    ...['Do I need to trim the trunk at home?', 'How much water does it need?'],
    'When should I bring it indoors?',
  ]);
  await box(page).fill('ReServ');
  const answer = results(page).getByRole('listitem');
  await expect(answer.getByRole('heading')).toHaveText('Can I reserve a particular tree?');
  await expect(answer.locator('mark')).toHaveText(['reserve', 'reservations']);
  await expect(answer.getByText('After that the tag comes off')).toBeVisible();
  await expect(page.locator('#link')).toHaveCount(1);

  // A range across the start of the link.
  await box(page).fill('reservations; wholesale');
  await expect(answer.locator('mark')).toHaveText(['reservations; ', 'wholesale']);
  // A range across two paragraphs.
  await box(page).fill('another matter. If you');
  await expect(answer.locator('mark')).toHaveText(['another matter.', 'If you']);
  await answer.getByRole('link', { name: 'wholesale trees' }).click();
  await expect(page).toHaveURL('/wholesale');
});

test('nothing loads before the first search; no match is reported, other words and misspelt ones lead to an answer, and clearing shows the tabs', async ({
  page,
}) => {
  const scripts = listScripts(page);
  await page.goto('/faq');
  const first = tab(page, 'Tree Selection');
  await tab(page, 'Tree Care').click();
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await page.locator('summary', { hasText: 'How much water does it need?' }).click();
  expect(scripts.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
  const measureTop = () => tabs(page).evaluate((element: HTMLElement) => element.offsetTop);
  const top = await measureTop();
  for (const [typed, question, marked] of [
    ['kids', 'What is there for children to do?', 'children'],
    ['can I get a refund', 'Can I bring a tree back if I change my mind?', 'bring a tree back'],
  ] as const) {
    await box(page).fill(typed);
    const answer = results(page).getByRole('listitem').filter({ hasText: question });
    await expect(answer.locator('mark').first(), typed).toHaveText(marked);
  }
  expect(scripts.filter((path) => CLOSEST_SCRIPT.test(path))).toEqual([]);

  const closest = page.getByRole('heading', { name: 'The closest we have' });
  for (const [typed, question] of [
    // What no answer speaks of leads to the answer that is closest.
    ['toilets', 'Can I visit with a wheelchair or a pushchair?'],
    ['donkies', 'What is there for children to do?'],
  ] as const) {
    await box(page).fill(typed);
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await expect(closest).toBeVisible();
    await expect(results(page).getByRole('heading', { name: question, level: 3 })).toBeVisible();
  }
  // The code for it came when it was first needed.
  expect(scripts.filter((path) => CLOSEST_SCRIPT.test(path))).toHaveLength(1);

  await box(page).fill('qwertyuiop'.repeat(12));
  await expect(page.getByText('No results found', { exact: true })).toBeVisible();
  await expect(closest).toHaveCount(0);
  await clearButton(page).click();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
  await expect(results(page)).toHaveCount(0);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  expect(await measureTop(), 'the box keeps its size').toBe(top);
  // With results too.
  await box(page).fill('fir');
  await expect(results(page).locator('mark').first()).toBeVisible();
  // Its style is not in the built page, which has no search results.
  await expect(results(page)).toHaveCSS('display', 'grid');
  await expectGoodLooks(page);
  for (const control of [box(page), clearButton(page)])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await box(page).press('Escape');
  await expect(page.getByText('Which tree holds its needles best?')).toBeVisible();
  // Spaces are no search.
  await box(page).fill('   ');
  await expect(tabs(page)).toBeVisible();

  // On a phone, whose keyboard covers about 300 pixels, the field moves up, and what is found is in sight.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/faq');
  await box(page).click();
  await expect.poll(async () => (await box(page).boundingBox())?.y).toBeLessThan(120);
  for (const [term, shown] of [
    ['kids', 'What is there for children to do?'],
    ['qwertyuiop', 'No results found'],
  ] as const) {
    await box(page).fill(term);
    const heading = results(page).getByRole('heading', { name: shown });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(350);
  }
});

// The connection that is lost below.
test.use({ expectedMessages: /ERR_FAILED/ });

test('text typed before and while the script comes is searched for, also if the rest of it never comes', async ({
  page,
}) => {
  const script = await delay(page, ISLAND_SCRIPT);
  await page.goto('/faq');
  await box(page).click();
  await page.keyboard.type('don');
  await expect(tabs(page)).toBeVisible();
  script.release();
  await page.keyboard.type('keys', { delay: 15 });
  await expect(results(page).locator('mark')).toHaveText(['donkeys']);
  await expect(box(page)).toHaveValue('donkeys');
  await expect(box(page)).toBeFocused();
  await page.route(CLOSEST_SCRIPT, (route) => route.abort());
  const isAsked = page.waitForRequest(CLOSEST_SCRIPT);
  await box(page).fill('donkies');
  await isAsked;
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
});

test('by keyboard, the categories are tabs, of which one is always selected, and the search goes to the answers and back', async ({
  page,
}) => {
  await page.goto('/faq');
  const list = page.getByRole('tablist', { name: 'Questions by subject' });
  await expect(list.getByRole('tab')).toHaveText([
    'Tree Selection',
    'Visiting Us',
    'Collection & Transport',
    'Tree Care',
    'Payment & Returns',
  ]);
  // Built hidden, until the script can select them; what is hidden takes no focus.
  await expect(tab(page, 'Tree Selection')).toBeVisible();
  await tab(page, 'Tree Selection').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Visiting Us'],
    ['ArrowLeft', 'Tree Selection'],
    ['ArrowLeft', 'Payment & Returns'],
    ['ArrowRight', 'Tree Selection'],
    ['End', 'Payment & Returns'],
    ['Home', 'Tree Selection'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(list.getByRole('tab', { selected: true })).toHaveText(name);
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await tab(page, 'Tree Selection').click();
  await expect(page.getByRole('tabpanel', { name: 'Tree Selection' })).toBeVisible();
  await expect(list.locator('[tabindex="0"]')).toHaveCount(1);
  // The tab list is one stop, and the panel is the next.
  await page.keyboard.press('Tab');
  await expect(page.locator('summary', { hasText: 'Which tree holds its needles best?' })).toBeFocused();
  // The search, its answers and the way back.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('dogs');
  await expect(results(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(clearButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('dogs');
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect(tabs(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(tab(page, 'Tree Selection')).toBeFocused();

  // A link to a question selects its tab.
  await page.evaluate(() => {
    location.hash = 'dogs';
  });
  await expect(page.getByRole('heading', { name: 'Can I bring my dog?' })).toBeInViewport();
  await expect(page.locator('#dogs p')).toBeInViewport();
  await expect(list.getByRole('tab', { selected: true })).toHaveText('Visiting Us');
});

test('once the typing stops, screen readers hear the number of answers, and each different search is reported once', async ({
  page,
}) => {
  const searches: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) return;
    const event = JSON.parse(request.postData() ?? '{}');
    if (event.kind === 'search') searches.push(event);
  });
  const report = (value: string) =>
    expect.objectContaining({ kind: 'search', category: 'faq', label: 'search', path: '/faq', value });
  await page.clock.install();
  await page.goto('/faq');
  const status = page.locator('.faq-search + [role="status"]');
  await expect(status).toBeEmpty();
  await box(page).focus();
  await expect(page.locator('[data-island][data-started]')).toBeAttached();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const answer = page.waitForResponse('**/api/events');
  for (const term of ['d', 'do', 'dog', 'dogs']) {
    await box(page).fill(term);
    await expect(results(page)).toBeVisible();
    await page.clock.fastForward(800);
  }
  expect(searches).toEqual([]);
  await page.clock.fastForward(300);
  await expect.poll(() => searches).toEqual([report('dogs')]);
  expect((await answer).status()).toBe(204);

  await clearButton(page).click();
  await expect(status).toBeEmpty();
  const heard = await status.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return texts;
  });
  // The same count is announced again, and the same term, but for its case and spaces, not reported again.
  for (const [term, shown, said] of [
    ['donkeys', 'What is there for children to do?', '1 answer found'],
    [' Dogs ', 'Can I bring my dog?', '1 answer found'],
    ['nordmann', '4 answers', '4 answers found'],
    ['donkies', 'The closest we have', 'Not found. The closest we have: 1 answer'],
    ['x'.repeat(150), 'No results found', 'Nothing found'],
  ] as const) {
    await box(page).fill(term);
    await expect(results(page).getByRole('heading', { name: shown })).toBeVisible();
    await page.clock.fastForward(1100);
    await expect(status).toHaveText(said);
  }
  expect((await heard.jsonValue()).filter(Boolean)).toHaveLength(5);
  await expect
    .poll(() => searches)
    .toEqual(['dogs', 'donkeys', 'nordmann', 'donkies', 'x'.repeat(100)].map(report));
});
