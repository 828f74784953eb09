import type { Page } from '@playwright/test';
import { changeDatabase } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, type Shop, test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';
import { fillDelivery, openCard, openFoliage, pay, payWithCard } from './foliage/foliage-page.ts';
import { submit } from './order/order-page.ts';

// A phone whose browser bars leave little space.
const SCREEN = { width: 390, height: 560 };

// While the season’s weeks are open.
test.use({ now: '2025-11-10T12:00:00.000Z' });
test.use({ viewport: SCREEN, expectedMessages: /status of 4(09|22) / });

/** Follows each link of the visible summary, and checks that the field is in view. */
async function expectLinksToShowFields(page: Page, fewest: number): Promise<void> {
  const links = page.locator('.summary a');
  await expect(links.first()).toBeVisible();
  const count = await links.count();
  expect(count).toBeGreaterThanOrEqual(fewest);
  for (let at = 0; at < count; at += 1) {
    const link = links.nth(at);
    const id = (await link.getAttribute('href'))?.slice(1);
    const control = page.locator(`#${id}`);
    expect(await link.evaluate((each) => getComputedStyle(each).display), `${id}: one text`).not.toMatch(
      /flex|grid/,
    );
    await link.click();
    await expect(control).toBeFocused();
    const field = page.locator('.field').filter({ has: control });
    for (const part of [field.locator('label, legend').first(), field.locator('.error'), control]) {
      const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
      expect(y, `${id}: not above the screen`).toBeGreaterThanOrEqual(0);
      expect(y + height, `${id}: not below the screen`).toBeLessThanOrEqual(SCREEN.height);
    }
  }
}

type Forms = Record<string, { fewest: number; fail: (page: Page, shop: Shop) => Promise<void> }>;

/** A mistake in every form that a script and the service answer alike, with the same markup. */
const FORMS: Forms = {
  'the contact form': {
    fewest: 4,
    async fail(page) {
      await page.goto('/contact-us');
      await page.getByRole('button', { name: 'Send' }).click();
    },
  },
  'the order form': {
    fewest: 5,
    async fail(page) {
      await page.goto('/nordmann-branches');
      await submit(page).click();
    },
  },
};

/** In those that the service alone answers. */
const OF_THE_SERVICE: Forms = {
  'a buyer’s own order': {
    fewest: 2,
    async fail(page, shop) {
      await buyThroughApi(shop.url);
      await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
      await page.goto(/\/order\?key=[\w-]{54}/.exec(shop.output())?.[0] ?? '');
      await page.getByText('Change the week or the address').click();
      await page.getByLabel('Your name').fill('');
      await page.getByLabel('Town or city').fill('');
      await page.getByRole('button', { name: 'Save the changes' }).click();
    },
  },
  'another address for an e-mail': {
    fewest: 1,
    async fail(page, shop) {
      await buyThroughApi(shop.url);
      await expect.poll(() => shop.output()).toContain('/order?key=');
      changeDatabase(shop, (sqlite) => sqlite.exec(`UPDATE outbox SET state = 'failed', last_error = 'x'`));
      await addSession(page.context());
      await page.goto('/admin/mails');
      await page.locator('summary', { hasText: 'Another address' }).last().click();
      await page.getByLabel('Another address').last().fill('nobody');
      await page.getByRole('button', { name: 'Send to another address' }).last().click();
    },
  },
};

const OF_A_SCRIPT: Forms = {
  'the address for a card payment': {
    fewest: 3,
    async fail(page) {
      await openFoliage(page);
      await openCard(page);
      await fillDelivery(page, { 'Full name': '', 'E-mail address': 'x', Postcode: 'nowhere' });
      await pay(page).click();
      await expect(payWithCard(page)).toBeHidden();
    },
  },
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('the summary of every form leads to label, error and field', async ({ page, shop }) => {
      for (const [name, { fewest, fail }] of Object.entries({
        ...(javaScriptEnabled ? { ...FORMS, ...OF_A_SCRIPT } : OF_THE_SERVICE),
      })) {
        await test.step(name, async () => {
          await fail(page, shop);
          await expectLinksToShowFields(page, fewest);
          await expect(page).toHaveTitle(/^Error: (?!Error)/);
        });
      }
    });
  });
}
