import { ADMIN_PASSWORD } from '../../../support/sign-in.ts';
import type { OrderRow } from '../books.ts';
import type { Farm } from './farm.ts';
import type { Effort } from './hand.ts';

const TRACKING_BASE = 100_000_000;
let parcels = 0;

/** A number that no other parcel has, as Royal Mail writes them. */
function nextNumber(): string {
  parcels += 1;
  return `AB${TRACKING_BASE + parcels}GB`;
}

/**
 * A list as a courier's program gives it: one line for each parcel of each order.
 * @param sent the parcels that are on their way already, by the order's id
 */
export function writeList(
  orders: readonly OrderRow[],
  sent: ReadonlyMap<string, readonly string[]> = new Map(),
): string {
  return orders
    .flatMap(({ id, orderNumber, quantity }) =>
      Array.from({ length: quantity - (sent.get(id)?.length ?? 0) }, () => `${orderNumber} ${nextNumber()}`),
    )
    .join('\n');
}

/** From the sign-in to a list that is entered. */
export async function enterList({ desk }: Farm, list: string): Promise<Effort> {
  const { page } = desk;
  desk.begin();
  await page.goto('/admin/orders');
  const password = page.getByLabel('Password', { exact: true });
  const panel = page.locator('summary', { hasText: 'Tracking numbers' });
  await password.or(panel).first().waitFor();
  if (await password.isVisible()) {
    await desk.type(password, ADMIN_PASSWORD);
    await desk.tap(page.getByRole('button', { name: 'Sign in' }));
  }
  await desk.tap(panel);
  await desk.type(page.getByLabel('Order numbers and tracking numbers'), list);
  await desk.tap(page.getByRole('button', { name: 'Check the list' }));
  await desk.tap(page.getByRole('button', { name: /^Save numbers/ }));
  await page.getByText(/^Numbers saved/).waitFor();
  return desk.end();
}

/** The codes on a week's slips, which are looked at for prices too. @returns one for each box */
export async function printSlips({ phone: { page } }: Farm, week: string): Promise<string[]> {
  await page.goto(`/admin/packing?week=${week}&view=slips`);
  const text = await page.locator('.sheets').textContent();
  if (text?.includes('£')) throw new Error('A slip has a price.');
  const labels = await page
    .locator('.packing-slip .qr')
    .evaluateAll((codes) => codes.map((code) => code.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('QR code of ', ''));
}

/** Scans a parcel for each code in a barn without signal, and hands them in outside. */
export async function scanWithoutSignal(
  { phone }: Farm,
  week: string,
  codes: readonly string[],
): Promise<Effort> {
  const { page } = phone;
  await page.goto('/admin/packing/scan');
  await page.getByLabel('Week to pack').selectOption(week);
  await page.getByText('on this phone, as of').waitFor();
  phone.begin();
  await page.context().setOffline(true);
  await phone.tap(page.getByRole('button', { name: 'Start the camera' }));
  const verdict = page.locator('.scan-verdict');
  for (const code of codes) {
    const number = nextNumber();
    await page.evaluate((shown) => Object.assign(window, { shown }), code);
    await verdict.getByText('Now the parcel').waitFor();
    await page.evaluate((shown) => Object.assign(window, { shown }), number);
    await page.locator('.scan-verdict:not(.ask)').waitFor();
    const isSent = await verdict.evaluate((element) => element.classList.contains('sent'));
    if (!isSent) throw new Error(`${code}: ${await verdict.innerText()}`);
  }
  await page.context().setOffline(false);
  await page.getByText('Every scan has been sent.').waitFor();
  return phone.end();
}
