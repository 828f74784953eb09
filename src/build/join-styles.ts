/** In one pattern, so that a style spoken of in a script is not taken for one. */
const STYLES = /<script\b[\s\S]*?<\/script>|<style>([\s\S]*?)<\/style>/g;

export interface JoinedStyles {
  /** The page around its styles: what comes before the first, and what comes after it without the others. */
  readonly markup: readonly [before: string, after: string];
  /** What stood in them, in their order; empty where there are none. */
  readonly styles: string;
}

/** Takes a page's inline styles together, for one place: each costs a hash in the page's policy. */
export function joinStyles(html: string): JoinedStyles {
  const [first] = [...html.matchAll(STYLES)].filter(([, style]) => style !== undefined);
  if (first === undefined) return { markup: [html, ''], styles: '' };
  const styles: string[] = [];
  const after = html.slice(first.index).replace(STYLES, (element, style: string | undefined) => {
    if (style === undefined) return element;
    styles.push(style);
    return '';
  });
  return { markup: [html.slice(0, first.index), after], styles: styles.join('') };
}
