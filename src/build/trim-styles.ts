import { transform } from 'lightningcss';
import { waitsForReach } from './defer-islands.ts';

/** The class that ties an element to its component's styles, as Astro names it. */
export const SCOPE = /\bastro-[a-z0-9]{8}\b/g;

const CLASSES = /\.(-?[_a-z][\w-]*)/gi;
const NAMES = /\s(?:class|id)="([^"]*)"/g;
/** Any word of theirs may be a name; data are no script. */
const SCRIPTS = /<script\b(?![^>]*\stype="application\/)[^>]*>([\s\S]*?)<\/script>/g;
/** Behind what the service replaces when it fills the page (api/site/fill-page.ts). */
const SLOT_END = /<!--\/[\w-]+-->/;

export interface TrimmedStyles {
  /** What the page needs as it was built. */
  readonly first: string;
  /** What it needs when somebody has reached for its islands, or when the service has filled it; maybe no more. */
  readonly whole: string;
}

/**
 * Leaves out of a page's styles what it has nothing of. Classes of Astro's components are in the page as it was built
 * or never, such as the notices' on a day without any. Others may come with an island, or with what the service fills
 * in; a script in a file of its own brings the styles of what it adds (src/browser/kept-notice.ts).
 * @param markup the page without its styles, its islands deferred: Astro's runtime would pass for a script of the page's
 */
export function trimStyles(markup: string, styles: string): TrimmedStyles {
  const shown = new Set(listNames(markup));
  const unshown = [...new Set(matchFirst(styles, CLASSES))].filter((name) => !shown.has(name)).sort();
  const mayGrow = markup.includes('<astro-island') || SLOT_END.test(markup);
  const never = mayGrow ? unshown.filter((name) => name.search(SCOPE) === 0) : unshown;
  const whole = trim(styles, never);
  return { first: waitsForReach(markup) ? trim(styles, unshown) : whole, whole };
}

function listNames(markup: string): string[] {
  const attributes = matchFirst(markup, NAMES).flatMap((value) => value.split(/\s+/));
  return [...attributes, ...matchFirst(markup, SCRIPTS).flatMap((script) => script.match(/[\w-]+/g) ?? [])];
}

/** What the pattern's first group has caught, each time. */
function matchFirst(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, caught = '']) => caught);
}

/** Pages of one kind have the same styles and show the same of them: two thousand towns cost one transformation. */
const known = new Map<string, string>();

function trim(styles: string, unusedSymbols: string[]): string {
  const key = `${unusedSymbols} ${styles}`;
  const trimmed = known.get(key) ?? transformStyles(styles, unusedSymbols);
  known.set(key, trimmed);
  return trimmed;
}

function transformStyles(styles: string, unusedSymbols: string[]): string {
  const options = { filename: 'page.css', code: Buffer.from(styles), minify: true, unusedSymbols };
  return transform(options).code.toString();
}
