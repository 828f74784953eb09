import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

interface Choice {
  /** Looks only at what is in the element that this selects. */
  within?: string | undefined;
  /** Only these rules. */
  rules?: string[];
  /** All rules but these. */
  without?: string[];
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Runs axe on a page as it stands, and brings it there at the first time. Looks into no frame, because each page that
 * is shown in one is looked at by itself, and reads no style sheet beforehand, because only a rule that is off by
 * default wants them.
 * @returns each rule that is broken, with the selectors of the elements that break it
 */
export async function findViolations(
  page: Page,
  { within, rules, without = [] }: Choice = {},
): Promise<[rule: string, targets: string[]][]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = {
    reporter: 'no-passes',
    iframes: false,
    preload: { assets: ['media'] },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(rules && { runOnly: rules }),
  };
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options);
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]);
    },
    [within ?? 'html', options] as const,
  );
}
