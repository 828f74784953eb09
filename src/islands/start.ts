import type { ComponentType } from 'react';

/** Islands that start when a visitor interacts with them, by their name in `components/site/Island.astro`. */
const ISLANDS = {
  contact: () => import('./contact/ContactForm.tsx'),
  faq: () => import('./faq/FaqSearch.tsx'),
  order: () => import('./order/BranchBoxOrder.tsx'),
  outcome: () => import('./outcome/OrderOutcome.tsx'),
};

/** Served by Astro in development. */
const BEFORE_ISLANDS = '/@id/astro:scripts/before-hydration.js';

export type IslandName = keyof typeof ISLANDS;

/** Starts an island in the `data-root` of its element. The HTML around that belongs to the page and stays. */
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
