import type { ComponentType } from 'react';

/** Islands that start when a visitor interacts with them, by their name in `components/site/Island.astro`. */
const COMPONENTS = {
  contact: () => import('./contact/ContactForm.tsx'),
  order: () => import('./order/BranchBoxOrder.tsx'),
  outcome: () => import('./outcome/OrderOutcome.tsx'),
};

/** Served by Astro in development. */
const BEFORE_ISLANDS = '/@id/astro:scripts/before-hydration.js';

/** The search of the questions draws what the page has already, and needs no framework for it. */
export type IslandName = keyof typeof COMPONENTS | 'faq';

/** Starts an island in the `data-root` of its element. The HTML around that belongs to the page and stays. */
export async function startIsland(element: HTMLElement): Promise<void> {
  const { island, props = '{}' } = element.dataset;
  if (island === 'faq') await import('./faq/faq-search.ts');
  else await renderComponent(element, island as keyof typeof COMPONENTS, JSON.parse(props));
  element.dataset.started = '';
}

async function renderComponent(element: HTMLElement, name: keyof typeof COMPONENTS, props: object) {
  // React's development mode needs what Astro otherwise loads before its own islands.
  if (import.meta.env.DEV) await import(/* @vite-ignore */ BEFORE_ISLANDS);
  const [{ renderIsland }, { default: Component }] = await Promise.all([
    import('./render-island.ts'),
    COMPONENTS[name](),
  ]);
  renderIsland(element.querySelector('[data-root]') as HTMLElement, Component as ComponentType, props);
}
