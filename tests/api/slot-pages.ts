import { readContentFolder } from '../../api/site/catalogue.ts';
import { loadSiteSnapshot, type SiteSnapshot } from '../../api/site/site-snapshot.ts';
import { buildSite } from '../../src/build/build.ts';
import { MANAGE_ORDER_PATH, renderManageOrder } from '../../src/forms/manage-order-page.ts';
import { EMPTY_ORDER_FORM, renderOrderForm } from '../../src/forms/order-form.ts';
import { PAY_PATH, renderPay } from '../../src/forms/pay-page.ts';
import { renderThankYou, THANK_YOU_PATH } from '../../src/forms/thank-you-page.ts';
import { createSmallSite, SHELLS, SMALL_SITE } from '../support/small-site.ts';
import { TEST_CONTENT } from '../support/test-site.ts';

/** The pages of the shop that the service fills, as they are built: with an empty form or none. */
function writeSlotPages(): Record<string, string> {
  const { branchBox, weeks, deliveryArea: area } = readContentFolder(TEST_CONTENT).catalogue;
  const slots = {
    '/nordmann-branches': renderOrderForm(
      { unitPrice: branchBox.pricePence, weeks, seasonEnd: '', area },
      EMPTY_ORDER_FORM,
    ),
    [THANK_YOU_PATH]: renderThankYou({ state: 'unknown' }, '01632 960000'),
    [PAY_PATH]: renderPay({ state: 'unknown' }, '01632 960000'),
    [MANAGE_ORDER_PATH]: renderManageOrder({ state: 'unknown' }, '01632 960000'),
  };
  const pages = Object.entries(slots).map(([path, slot]) => [
    `${path.slice(1)}.html`,
    `<!doctype html><html><head><title>Boxes</title></head><body><header>Farm</header>
<main>${slot}</main><footer>End</footer></body></html>`,
  ]);
  return Object.fromEntries(pages);
}

let loaded: Promise<SiteSnapshot> | undefined;

/** A built site of those pages, made once for all tests of a worker. */
export function loadSlotPages(): Promise<SiteSnapshot> {
  loaded ??= buildSlotPages();
  return loaded;
}

async function buildSlotPages(): Promise<SiteSnapshot> {
  const site = await createSmallSite();
  site.pages = { ...SMALL_SITE, ...SHELLS, ...writeSlotPages() };
  await buildSite(site);
  const snapshot = await loadSiteSnapshot(site.outDir);
  await site.remove();
  return snapshot;
}

/** A filled page as it is read: without the marks of what no line ends within. */
export async function readPage(response: Response): Promise<string> {
  return (await response.text()).replaceAll(/<span class="one">(.*?)<\/span>/g, '$1');
}
