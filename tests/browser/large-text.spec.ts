import { pagePaths } from '../pages/built-site.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { CHECKOUT, makeOrder, seedOrder } from '../support/seeded-order.ts';
import { expect, test } from '../support/shop.ts';
import { setTextSize } from '../support/visit-figures.ts';
import { payButton } from './checkout/buyer.ts';

test.use({ expectedMessages: /404 \(/ });

test('with text at 200 % on a phone no text lies on another, no word breaks, nothing is too wide, and the bar is in sight', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await setTextSize(page, 32);
  await buyThroughApi(shop.url);
  await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
  const [ownOrder = ''] = /\/order\?key=[\w-]{54}/.exec(shop.output()) ?? [];
  await seedOrder(page, makeOrder());
  for (const path of [...pagePaths().filter((each) => !each.startsWith('/admin')), ownOrder]) {
    await page.goto(path === '/404' ? '/no-such-page' : path);
    if (path === CHECKOUT) await payButton(page).waitFor();
    expect.soft(await page.evaluate(listFaults), path).toEqual([]);
  }
});

/** What is wrong with the page as it is laid out now, with everything opened that opens. */
function listFaults(): string[] {
  for (const details of document.querySelectorAll('main details')) {
    details.removeAttribute('name');
    details.setAttribute('open', '');
  }
  const faults: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`${scrollWidth} px wide`);

  for (const link of document.querySelectorAll('.quick-bar, .quick-bar a')) {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    if (left < 0 || right > innerWidth || top < innerHeight * 0.8 || bottom > innerHeight)
      faults.push(`“${link.textContent?.trim()}” of the bar is not in sight`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes: { text: string; node: Node; box: DOMRect }[] = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true })) continue;
    if (
      parent.closest(
        'svg, script, style, .quick-bar, .visually-hidden, .skip-link, .honeypot, [role=tablist] ~ .tab h2',
      )
    )
      continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s–—/-]+[–—/-]?/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const lines = new Set(parts.map(({ top }) => Math.round(top)));
      // An address may have to.
      if (lines.size > 1 && !/\w[@.]\w/.test(word) && !node.textContent?.startsWith('/'))
        faults.push(`“${word}” breaks inside`);
      for (const box of parts) {
        if (box.right > innerWidth || box.left < 0) faults.push(`“${word}” leaves the window`);
        boxes.push({ text: word, node, box });
      }
    }
  }
  boxes.sort((a, b) => a.box.top - b.box.top);
  // A box is higher than its letters.
  const edge = (box: DOMRect) => box.height / 4;
  for (const [index, a] of boxes.entries())
    for (let next = index + 1; next < boxes.length; next++) {
      const b = boxes[next];
      if (b === undefined || b.box.top + edge(b.box) >= a.box.bottom - edge(a.box)) break;
      if (a.node === b.node) continue;
      const isOver = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1;
      if (isOver) faults.push(`“${a.text}” and “${b.text}” lie on each other`);
    }

  for (const field of document.querySelectorAll<HTMLInputElement>(
    'input[type="number"], input[inputmode="numeric"]',
  )) {
    const { clientWidth } = field;
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field);
    const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (field.checkVisibility() && room < 1.2 * Number.parseFloat(fontSize))
      faults.push(`two digits do not fit into ${field.name}`);
  }
  for (const control of document.querySelectorAll(
    'main :is(button, .button, input, select, textarea, summary)',
  )) {
    const frame = control.closest('form, .form-frame, .panel, .wrap')?.getBoundingClientRect();
    const box = control.getBoundingClientRect();
    if (frame && box.width > 1 && box.right > frame.right + 1)
      faults.push(`${control.outerHTML.slice(0, 60)} stands outside`);
  }
  return [...new Set(faults)];
}
