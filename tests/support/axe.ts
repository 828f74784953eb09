import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Choice {
  /** Looks only at what is in the element that this selects. */
  within?: string | undefined;
  /** Only these rules. */
  rules?: string[];
  /** All rules but these. */
  without?: string[];
}

/**
 * Runs axe on a page as it stands. In the page itself (`setLegacyMode`), for violations only, and with axe brought
 * there once: its builder's own ways, which also list all that passes and open a blank page to do so, take four times
 * as much processor time. Frames of other hosts are left out; no page has one before it is asked for.
 * @returns each rule that is broken, with the selectors of the elements that break it
 */
export async function findViolations(
  page: Page,
  { within, rules, without = [] }: Choice = {},
): Promise<[rule: string, targets: string[]][]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }).setLegacyMode();
  axe.options({ resultTypes: ['violations'] }).disableRules(without);
  if (rules) axe.withRules(rules);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]);
}
