import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/good-looks.ts';
import { KEEPS_PAGES } from '../support/precache.ts';
import { expect, test } from '../support/test.ts';
import { TEST_DIST } from '../support/test-site.ts';

const ISLAND_SCRIPT = /\/_astro\/(FaqSearch|client)\.[^/]+\.js$/;
const CLOSEST_SCRIPT = /\/_astro\/closest-answers\.[^/]+\.js$/;

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' });
const results = (page: Page) => page.locator('.faq-search-results');
const tabs = (page: Page) => page.locator('#faq-tabs');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const clearButton = (page: Page) => page.getByRole('button', { name: 'Clear Search' });

async function openWithSearch(page: Page, term: string): Promise<void> {
  await page.goto('/faq');
  await box(page).fill(term);
  await expect(results(page)).toBeVisible();
}

/** Every script that a page requests from now on. */
function listScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && !KEEPS_PAGES.test(pathname)) scripts.push(pathname);
  });
  return scripts;
}

/** Delays requests that match until released. */
async function delayRequests(page: Page, pattern: RegExp): Promise<{ letGo: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await route.continue();
  });
  return { letGo: held.resolve };
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no search box, and the tabs, the questions and their anchors work', async ({ page }) => {
    await page.goto('/faq#dogs');
    await expect(page.getByRole('heading', { name: 'Can I bring my dog?' })).toBeInViewport();
    await expect(page.locator('#faq-term')).toBeHidden();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await page.goto('/faq');
    await page.locator('summary', { hasText: 'Tree Care' }).click();
    await page.locator('summary', { hasText: 'How much water does it need?' }).click();
    await expect(page.getByText('Tap water will do')).toBeVisible();
  });
});

test('the matching questions alone are shown, open, by category, with their matches marked and their links', async ({
  page,
}) => {
  await page.goto('/faq');
  // No answer has a link today, but an editor may write one.
  await page
    .locator('#reserve-a-tree .prose p')
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
  await expect(answer.locator('mark')).toHaveText(['reserv', 'reserv']);
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

test('no match is reported, other words and misspelt ones lead to an answer, and clearing shows the tabs', async ({
  page,
}) => {
  const scripts = listScripts(page);
  await page.goto('/faq');
  const first = tab(page, 'Tree Selection');
  await tab(page, 'Tree Care').click();
  await expect(first).toHaveAttribute('aria-selected', 'false');
  for (const [typed, question, marked] of [
    ['kids', 'What is there for children to do?', 'children'],
    ['Puppy', 'Can I bring my dog?', 'dog'],
    ['pupp', 'Can I bring my dog?', 'dog'],
    ['can I get a refund', 'Can I bring a tree back if I change my mind?', 'bring a tree back'],
    ['netting', 'Do you net the tree and help to load it?', 'net'],
  ] as const) {
    await box(page).fill(typed);
    const answer = results(page).getByRole('listitem').filter({ hasText: question });
    await expect(answer.locator('mark').first(), typed).toHaveText(marked);
  }
  expect(scripts.filter((path) => CLOSEST_SCRIPT.test(path))).toEqual([]);

  const closest = page.getByRole('heading', { name: 'The closest answers we have' });
  for (const [typed, question] of [
    // What no answer speaks of leads to the answer that is closest.
    ['toilets', 'Can I visit with a wheelchair or a pushchair?'],
    ['donkies', 'What is there for children to do?'],
    ['is there parkng for coaches', 'Where do I park, and does it cost anything?'],
    ['santas', 'What is there for children to do?'],
  ] as const) {
    await box(page).fill(typed);
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await expect(closest).toBeVisible();
    await expect(results(page).getByRole('heading', { name: question, level: 3 })).toBeVisible();
    if (typed === 'donkies') await expectGoodLooks(page);
  }
  // The code for it came when it was first needed.
  expect(scripts.filter((path) => CLOSEST_SCRIPT.test(path))).toHaveLength(1);

  await box(page).fill('qwertyuiop'.repeat(12));
  await expect(page.getByText('No results found', { exact: true })).toBeVisible();
  await expect(closest).toHaveCount(0);
  await expectGoodLooks(page);
  await clearButton(page).click();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
  await expect(results(page)).toHaveCount(0);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  // With results too.
  await box(page).fill('fir');
  await expect(results(page).locator('mark').first()).toBeVisible();
  await expectGoodLooks(page);
  for (const control of [box(page), clearButton(page)])
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await box(page).press('Escape');
  await expect(page.getByText('Which tree holds its needles best?')).toBeVisible();
  // Spaces are no search.
  await box(page).fill('   ');
  await expect(tabs(page)).toBeVisible();
});

test.describe('if the connection is lost', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });

  test('the search itself still works', async ({ page }) => {
    await page.route(CLOSEST_SCRIPT, (route) => route.abort());
    const isAsked = page.waitForRequest(CLOSEST_SCRIPT);
    await openWithSearch(page, 'donkies');
    await isAsked;
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await box(page).fill('donkeys');
    await expect(results(page).locator('mark')).toHaveText(['donkeys']);
  });
});

test('text typed before and while the script comes is searched for', async ({ page }) => {
  const script = await delayRequests(page, ISLAND_SCRIPT);
  await page.goto('/faq');
  await box(page).click();
  await page.keyboard.type('don');
  await expect(tabs(page)).toBeVisible();
  script.letGo();
  await page.keyboard.type('keys', { delay: 15 });
  await expect(results(page).locator('mark')).toHaveText(['donkeys']);
  await expect(box(page)).toHaveValue('donkeys');
  await expect(box(page)).toBeFocused();
});

test('the box keeps its size when it starts, and nothing loads before it is used', async ({ page }) => {
  const scripts = listScripts(page);
  await page.goto('/faq#dogs');
  await expect(page.getByRole('heading', { name: 'Can I bring my dog?' })).toBeInViewport();
  await page.goto('/faq');
  await tab(page, 'Tree Care').click();
  await page.locator('summary', { hasText: 'How much water does it need?' }).click();
  expect(scripts.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
  const before = await tabs(page).evaluate((element: HTMLElement) => element.offsetTop);
  await box(page).fill('dogs');
  // Its style is not in the built page, which has no search results.
  await expect(results(page)).toHaveCSS('display', 'grid');
  await clearButton(page).click();
  await expect(tabs(page)).toBeVisible();
  expect(await tabs(page).evaluate((element: HTMLElement) => element.offsetTop)).toBe(before);

  const { files } = JSON.parse(readFileSync(`${TEST_DIST}/build.json`, 'utf8')) as {
    files: { path: string; bytes: number }[];
  };
  const loaded = new Set(scripts.map((path) => `${path.slice(1)}.br`));
  const bytes = files.filter(({ path }) => loaded.has(path)).reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(75_000);
});

test('the keyboard alone searches, goes to the answers, and clears', async ({ page }) => {
  await page.goto('/faq');
  await page.locator('#main').focus();
  while (!(await box(page).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.type('dogs');
  await expect(results(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(clearButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(tabs(page)).toBeVisible();

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
});

test('the categories are tabs: arrow keys, Home and End select them, and one is always selected', async ({
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
  // A link to a question selects its tab.
  await page.evaluate(() => {
    location.hash = 'dogs';
  });
  await expect(page.getByRole('heading', { name: 'Can I bring my dog?' })).toBeInViewport();
  await expect(list.getByRole('tab', { selected: true })).toHaveText('Visiting Us');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 } });

  test('the field moves up, and the results are in sight above the keyboard', async ({ page }) => {
    await page.goto('/faq');
    await box(page).click();
    await expect.poll(async () => (await box(page).boundingBox())?.y).toBeLessThan(120);
    for (const [term, shown] of [
      ['kids', results(page).getByRole('heading', { name: 'What is there for children to do?' })],
      ['qwertyuiop', page.getByRole('heading', { name: 'No results found' })],
    ] as const) {
      await box(page).fill(term);
      // The keyboard of a phone covers about 300 pixels.
      await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan(350);
    }
  });
});

test('screen readers announce the number of answers once the typing stops', async ({ page }) => {
  await page.goto('/faq');
  const status = page.getByRole('status').filter({ visible: true });
  await expect(page.locator('.faq-search + [role="status"]')).toBeEmpty();
  const heard = await page.locator('.faq-search + [role="status"]').evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return texts;
  });
  await box(page).pressSequentially('donkeys', { delay: 20 });
  await expect(status).toHaveText('1 answer found');
  // The same count is announced again.
  await box(page).fill('dogs');
  await expect(status).toHaveText('1 answer found');
  await box(page).fill('nordmann');
  await expect(status).toHaveText('4 answers found');
  await box(page).fill('donkies');
  await expect(status).toHaveText('Not found. The closest we have: 1 answer');
  await box(page).fill('qwertyuiop');
  await expect(status).toHaveText('Nothing found');
  await clearButton(page).click();
  await expect(status).toBeEmpty();
  expect((await heard.jsonValue()).filter(Boolean)).toEqual([
    '1 answer found',
    '1 answer found',
    '4 answers found',
    'Not found. The closest we have: 1 answer',
    'Nothing found',
  ]);
});

test('each different search is reported once, after the typing stops', async ({ page }) => {
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

  // The same term apart from its case and the spaces around it.
  await clearButton(page).click();
  await box(page).fill(' Dogs ');
  await expect(results(page)).toBeVisible();
  await page.clock.fastForward(1100);
  await box(page).fill('x'.repeat(150));
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await page.clock.fastForward(1100);
  await expect.poll(() => searches).toEqual([report('dogs'), report('x'.repeat(100))]);
});
