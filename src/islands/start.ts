import type { ComponentType } from 'react';

/** Islands that begin when a visitor reaches for them, by the name that `components/site/Island.astro` is given. */
const ISLANDS = {
  contact: () => import('./contact/ContactForm.tsx'),
  faq: () => import('./faq/FaqSearch.tsx'),
  order: () => import('./order/BranchBoxOrder.tsx'),
  outcome: () => import('./outcome/OrderOutcome.tsx'),
};

/** Served by Astro in development. */
const BEFORE_ISLANDS = '/@id/astro:scripts/before-hydration.js';

export type IslandName = keyof typeof ISLANDS;

/** Begins an island in the `data-root` of its element. What stands beside that is the page's own, and stays. */
export async function startIsland(element: HTMLElement): Promise<void> {
  const { island, props = '{}' } = element.dataset;
  // React's development mode needs what Astro otherwise loads before its own islands.
  if (import.meta.env.DEV) await import(/* @vite-ignore */ BEFORE_ISLANDS);
  const [{ renderIsland }, { default: Component }] = await Promise.all([
    import('./render-island.ts'),
    ISLANDS[island as IslandName](),
  ]);
  const root = element.querySelector('[data-root]') as HTMLElement;
  renderIsland(root, Component as ComponentType, JSON.parse(props));
  element.dataset.started = '';
}
