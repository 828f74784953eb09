import type { ClientDirective } from 'astro';

/** What makes an island load before anybody has reached for it. */
export interface ReachOptions {
  /** Names in the address's query: with any of them, the island loads at once. */
  readonly query?: readonly string[];
  /** Keys of local or session storage: with anything under one of them, the island loads at once. */
  readonly stored?: readonly string[];
}

/**
 * `client:reach`: an island's script loads when the visitor reaches for what is in it, with a finger, the mouse or the
 * keyboard. Until then its HTML works by itself; a page that is only read never pays for it.
 */
const hydrateOnReach: ClientDirective = (load, { value }, element) => {
  const events = ['focusin', 'pointerdown'] as const;
  const start = async () => {
    for (const event of events) element.removeEventListener(event, start);
    const hydrate = await load();
    await hydrate();
  };
  const wait = () => {
    if (isWanted(value as ReachOptions | true) || element.contains(document.activeElement))
      return void start();
    for (const event of events) element.addEventListener(event, start);
  };
  // A page that is prepared is not looked at yet, and may never be.
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
};

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

export default hydrateOnReach;
