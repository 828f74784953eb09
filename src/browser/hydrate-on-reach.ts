import type { ClientDirective } from 'astro';

/** What makes an island load before anybody has reached for it. */
export interface ReachOptions {
  /** Names in the address's query: with any of them, the island loads at once. */
  readonly query?: readonly string[];
  /** Keys of local or session storage: with anything under one of them, the island loads at once. */
  readonly stored?: readonly string[];
}

const REACHES = ['focusin', 'pointerdown'] as const;

/** What was reached for before the script of all islands was there. */
const reached = new WeakSet<Element>();

/**
 * `client:reach`: an island's script loads when the visitor reaches for what is in it, with a finger, the mouse or the
 * keyboard. Until then its HTML works by itself; a page that is only read never pays for it.
 */
const hydrateOnReach: ClientDirective = (load, { value }, element) => {
  whenReached(element, value as ReachOptions | true, async () => {
    const hydrate = await load();
    await hydrate();
  });
};

function whenReached(element: Element, options: ReachOptions | true, act: () => void): void {
  const start = () => {
    for (const event of REACHES) element.removeEventListener(event, start);
    reached.add(element);
    act();
  };
  const wait = () => {
    if (reached.has(element) || isWanted(options) || element.contains(document.activeElement)) return start();
    for (const event of REACHES) element.addEventListener(event, start);
  };
  // A page that is prepared is not looked at yet, and may never be.
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}

function isWanted(options: ReachOptions | true): boolean {
  if (options === true) return false;
  const query = new URLSearchParams(location.search);
  return (
    options.query?.some((name) => query.has(name)) === true ||
    options.stored?.some((key) => hasStored(key)) === true
  );
}

function hasStored(key: string): boolean {
  try {
    return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
  } catch {
    // Storage that the browser keeps from us holds nothing.
    return false;
  }
}

/**
 * In a built page, what an island needs besides its own script are files (src/build/defer-islands.ts), wanted with the
 * first of them: Astro's script for all islands, and the page's styles with those that only islands have need of.
 */
const { runtime, styles } = document.currentScript?.dataset ?? {};
if (runtime !== undefined) {
  for (const island of document.querySelectorAll('astro-island')) {
    const { value } = JSON.parse(island.getAttribute('opts') ?? '{}') as { value: ReachOptions | true };
    whenReached(island, value, () => loadIsland(island, runtime));
  }
}

/**
 * Fetches what the island consists of side by side, where one would else be found in the other. The styles come first
 * and are by far the smallest; nothing waits for them, because every byte of this stands in the page.
 */
function loadIsland(island: Element, runtime: string): void {
  addLink('stylesheet', styles);
  for (const name of ['component-url', 'renderer-url']) addLink('modulepreload', island.getAttribute(name));
  // Imported, and not put into the page as an element: that would hold up the page's load event. Without it, the island's
  // HTML goes on working by itself.
  import(/* @vite-ignore */ runtime).catch(() => {});
}

function addLink(rel: string, href: string | null | undefined): void {
  if (href) document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}

export default hydrateOnReach;
