import type { ComponentType } from 'react';

/** React's islands that start when a visitor interacts with them, by their name in `components/site/Island.astro`. */
const ISLANDS = {
  contact: () => import('./contact/ContactForm.tsx'),
  order: () => import('./order/BranchBoxOrder.tsx'),
  outcome: () => import('./outcome/OrderOutcome.tsx'),
};

/** Served by Astro in development. */
const BEFORE_ISLANDS = '/@id/astro:scripts/before-hydration.js';

export type IslandName = keyof typeof ISLANDS | 'faq';

/** Starts an island in the `data-root` of its element. The HTML around that belongs to the page and stays. */
export async function startIsland(element: HTMLElement): Promise<void> {
  const { island, props = '{}' } = element.dataset;
  const root = element.querySelector('[data-root]') as HTMLElement;
  if (island === 'faq') {
    const { startFaqSearch } = await import('./faq/faq-search.ts');
    startFaqSearch(root);
    element.dataset.started = '';
    return;
  }
  // React's development mode needs what Astro otherwise loads before its own islands.
  if (import.meta.env.DEV) await import(/* @vite-ignore */ BEFORE_ISLANDS);
  const [{ renderIsland }, { default: Component }] = await Promise.all([
    import('./render-island.ts'),
    ISLANDS[island as keyof typeof ISLANDS](),
  ]);
  renderIsland(root, Component as ComponentType, JSON.parse(props));
  element.dataset.started = '';
}
