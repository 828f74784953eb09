import type { Page } from '@playwright/test';

// What is wrong with a page as it stands.

const TARGET_PIXELS = 44;

export async function measureWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Links and controls that are too small for a finger. Links within text may be as high as its lines (WCAG 2.5.8). */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isInSentence = (element: Element) => {
      const block = element.closest('p, li, dd, td, figcaption, address');
      const own = element.textContent?.trim().length ?? 0;
      return element.matches('a') && block !== null && (block.textContent?.trim().length ?? 0) > own + 3;
    };
    return [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden="true"]'))
      .map((element) => element.closest('label') ?? element)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.right > 0 && box.bottom > 0)
      .filter(({ box }) => box.height < least - 0.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} is ${Math.round(box.height)} px high`);
  }, TARGET_PIXELS);
}

/** Texts that are wider than the element that clips them. */
export async function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, h1, h2, h3, p, th, td')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow === 'hidden')
      .filter((element) => !element.matches('.visually-hidden, .visually-hidden *'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

/**
 * Whether scripts have changed nothing visible, so that a visit without script shows the same. Of what is open today, of
 * drawings that have been reached and of the buttons that embed something, other tests know how they are without script.
 */
export async function isAsBuilt(page: Page, html: string): Promise<boolean> {
  return page.evaluate((built) => {
    const read = ({ documentElement }: Document) => {
      const copy = documentElement.cloneNode(true) as Element;
      for (const each of copy.querySelectorAll('script, noscript, link, opening-today, .facade button'))
        each.remove();
      for (const drawing of copy.querySelectorAll('[data-ratio]')) drawing.removeAttribute('class');
      return copy.outerHTML.replace(/\s+/g, ' ').replaceAll('> ', '>').replaceAll(' <', '<');
    };
    return read(document) === read(new DOMParser().parseFromString(built, 'text/html'));
  }, html);
}

/** What stands in the last row of cards or points, if the row is not as full as the one above it. */
export const listLeftOver = (page: Page) =>
  page.evaluate(() => {
    const groups = document.querySelectorAll('main :is(.points, .cards, .band > .wrap)');
    return [...groups].flatMap((group) => {
      const boxes = [...group.children]
        .map((child) => ({
          text: child.textContent?.trim().slice(0, 40),
          box: child.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0);
      const first = boxes.filter(({ box }) => box.top === boxes[0]?.box.top);
      const last = boxes.filter(({ box }) => box.top === boxes.at(-1)?.box.top);
      const isFull = Math.abs((last.at(-1)?.box.right ?? 0) - (first.at(-1)?.box.right ?? 0)) < 2;
      return isFull ? [] : last.map(({ text }) => text);
    });
  });

/** Pictures that stand again less than two screens below. */
export const listSeenTwice = (page: Page) =>
  page.evaluate(() => {
    const seen = new Map<string, number>();
    return [...document.querySelectorAll('main .drawing')].flatMap((picture) => {
      const { top, height } = picture.getBoundingClientRect();
      const name = picture.getAttribute('src') ?? picture.innerHTML;
      const last = seen.get(name);
      if (height === 0) return [];
      seen.set(name, top);
      return last !== undefined && top - last < 2 * innerHeight
        ? [`${name.slice(0, 60)} at ${Math.round(top)}`]
        : [];
    });
  });

/** What lies on something else, breaks, or stands outside, with everything opened that opens. */
export function listFaults(): string[] {
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
