import { transform } from 'lightningcss';

/** The class that ties an element to its component's styles, as Astro names it. */
export const SCOPE = /\bastro-[a-z0-9]{8}\b/g;
/** In one pattern, so that a style spoken of in a script is not taken for one. */
const STYLES = /<script\b[\s\S]*?<\/script>|<style>([\s\S]*?)<\/style>/g;

/** Pages of one kind have the same styles and show the same of them: two thousand towns cost one transformation. */
const trimmed = new Map<string, string>();

/**
 * Puts a page's inline styles into its first one, in their order: each costs a hash in the page's policy. What belongs
 * to components of which the page shows nothing goes, such as the notices' on a day without any. Classes without a
 * scope stay, since an island may yet bring what has them.
 */
export function joinStyles(html: string): string {
  const styles = [...html.matchAll(STYLES)].flatMap(([, style]) => style ?? []).join('');
  const shown = new Set(
    findScopes(html.replace(STYLES, (element, style) => (style === undefined ? element : ''))),
  );
  const unused = findScopes(styles).filter((scope) => !shown.has(scope));
  const key = `${unused} ${styles}`;
  const joined = trimmed.get(key) ?? trim(styles, unused);
  trimmed.set(key, joined);
  let isFirst = true;
  return html.replace(STYLES, (element, style: string | undefined) => {
    if (style === undefined) return element;
    const replacement = isFirst ? `<style>${joined}</style>` : '';
    isFirst = false;
    return replacement;
  });
}

function trim(styles: string, unusedSymbols: string[]): string {
  const options = { filename: 'page.css', code: Buffer.from(styles), minify: true, unusedSymbols };
  return transform(options).code.toString();
}

/** Each once, in the order of the alphabet. */
export function findScopes(text: string): string[] {
  return [...new Set(text.match(SCOPE))].sort();
}
