import type { Locator, Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import {
  expect,
  fillContactForm,
  findContactForm,
  findToast,
  openContactPage,
  test,
} from '../support/contact.ts';

// Sections 4, 8 and 9 of the specification, on the page where toasts are easiest to produce.

// The lost connection that causes the destructive toast.
test.use({ expectedMessages: /ERR_FAILED/ });

const FAILURE = "Something went wrong Your message couldn't be sent. Please try again.";

const findRegion = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const findClose = (page: Page) => findToast(page).getByRole('button', { name: 'Close' });

/** The page with a filled-in form. Every message meets a lost connection. */
async function openWithLostConnection(page: Page): Promise<void> {
  await openContactPage(page);
  await page.route('**/api/contact-submit', (route) => route.abort());
  await fillContactForm(page);
}

/** Shows a destructive toast, with the mouse elsewhere, as after pressing the button. */
async function triggerToast(page: Page): Promise<void> {
  await findContactForm(page).button.click();
  await expect(findToast(page)).toBeVisible();
}

const PAUSES = [
  {
    what: 'the mouse is over it',
    pause: (page: Page) => findToast(page).hover(),
    resume: (page: Page) => page.mouse.move(5, 400),
  },
  {
    what: 'the focus is in it',
    pause: (page: Page) => page.keyboard.press('F8'),
    resume: (page: Page) => findContactForm(page).name.focus(),
  },
  {
    what: 'the window is behind another',
    pause: (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    resume: (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
  },
];

const WAYS_TO_CLOSE = [
  { what: 'with the mouse', close: (page: Page) => findClose(page).click() },
  {
    what: 'by keyboard',
    close: async (page: Page) => {
      await page.keyboard.press('F8');
      await expect(findRegion(page).getByRole('list')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(findToast(page)).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(findClose(page)).toBeFocused();
      await page.keyboard.press('Enter');
    },
  },
  { what: 'with Escape', close: (page: Page) => page.keyboard.press('Escape') },
];

test('disappears after 5000 ms, and its time stops while somebody may be reading it', async ({ page }) => {
  await page.clock.install();
  await openWithLostConnection(page);
  // From here on only the test moves time, so that a slow machine sees the same.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

  await test.step('it disappears after 5000 ms', async () => {
    await triggerToast(page);
    await page.clock.runFor(4900);
    await expect(findToast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(findToast(page)).toHaveCount(0);
  });

  for (const { what, pause, resume } of PAUSES) {
    await test.step(`it waits while ${what}, and disappears after the remaining time`, async () => {
      await triggerToast(page);
      await page.clock.runFor(2000);
      await pause(page);
      await page.clock.runFor(60_000);
      await expect(findToast(page)).toBeVisible();
      await resume(page);
      await page.clock.runFor(2900);
      await expect(findToast(page)).toBeVisible();
      await page.clock.runFor(200);
      await expect(findToast(page)).toHaveCount(0);
    });
  }

  for (const { what, close } of WAYS_TO_CLOSE) {
    await test.step(`closed ${what}, it leaves the next one its 5000 ms`, async () => {
      await triggerToast(page);
      await page.clock.runFor(3000);
      await close(page);
      await expect(findToast(page)).toHaveCount(0);
      await page.mouse.move(5, 400);
      await findContactForm(page).name.press('Enter');
      await expect(findToast(page)).toBeVisible();
      await page.clock.runFor(4900);
      await expect(findToast(page)).toBeVisible();
      await page.clock.runFor(200);
      await expect(findToast(page)).toHaveCount(0);
    });
  }
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('closes after a swipe of 60 px, and not of 40 px', async ({ page }) => {
    await openWithLostConnection(page);
    await triggerToast(page);
    await swipeWithFinger(page, findToast(page), 40);
    await expect(findToast(page)).toHaveAttribute('data-swipe', 'cancel');
    await expect(findToast(page)).toBeVisible();
    await swipeWithFinger(page, findToast(page), 60);
    await expect(findToast(page)).toHaveCount(0);
  });
});

test('is announced with both texts, one at a time, visible and large enough, does not move, and passes axe', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 700 });
  await openWithLostConnection(page);
  // Not in the page before its first use.
  await expect(findRegion(page)).toHaveCount(0);
  await findContactForm(page).button.click();
  // Its two texts are separate words.
  const announcement = page.locator('[role="status"][aria-live="assertive"]');
  await expect(announcement).toHaveText(`Notification ${FAILURE}`);
  await expect(findToast(page)).toHaveClass('toast destructive');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const box = await findClose(page).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  // The button to press again is not covered.
  await findContactForm(page).button.click({ trial: true });
  await findClose(page).focus();
  await expectAccessible(page);
  await page.unroute('**/api/contact-submit');
  await findContactForm(page).button.click();
  await expect(findToast(page)).toHaveText(/^Message sent!/);
  await expect(findToast(page)).toHaveClass('toast default');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await findToast(page).hover();
  await expectAccessible(page);
});

/** In both schemes, because it has its own colours. */
async function expectAccessible(page: Page): Promise<void> {
  await expect(findToast(page)).toBeInViewport({ ratio: 1 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, { within: '[aria-label^="Notifications"]' })).toEqual([]);
  }
}

async function swipeWithFinger(page: Page, toast: Locator, distance: number): Promise<void> {
  const { x: left = 0, y: top = 0 } = (await toast.boundingBox()) ?? {};
  const [x, y] = [left + 40, top + 20];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: moved === undefined ? [] : [{ x: x + moved, y }],
    });
  await touch('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', distance * share);
  await touch('touchEnd');
}
