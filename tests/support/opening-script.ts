import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { Timetable } from '../../src/domain/content/timetable.ts';

/** The script of the page, with as much of a page as it needs. @returns its text, or the number of the marked cell */
export function runOpeningScript(
  { from, times, texts = {} }: Pick<Timetable, 'from' | 'times'> & Partial<Timetable>,
  cellCount = 0,
): (instant: Date) => string {
  let now = 0;
  const marked: number[] = [];
  const cells = Array.from({ length: cellCount }, (_, index) => ({
    classList: { add: () => marked.push(index) },
  }));
  let element = class {
    connectedCallback(): void {}
    dataset = { from, times, ...texts };
    parentNode = { querySelectorAll: () => cells };
    textContent = '';
  };
  const show: (() => void)[] = [];
  runInNewContext(readFileSync('src/components/site/opening-today-inline.js', 'utf8'), {
    HTMLElement: element,
    Date: { now: () => now },
    addEventListener: (_name: string, listener: () => void) => show.push(listener),
    customElements: {
      define: (_name: string, made: typeof element) => {
        element = made;
      },
    },
  });
  const shown = new element();
  shown.connectedCallback();
  return (instant) => {
    now = instant.getTime();
    marked.length = 0;
    for (const listener of show) listener();
    return cellCount === 0 ? shown.textContent : marked.join();
  };
}
