import { readdirSync, readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { TEST_DIST } from '../support/test-site.ts';

/** Paths of every page in the build except those for frames: `/`, `/prices`, `/admin/orders`. */
export function pagePaths(dist = TEST_DIST): string[] {
  return readdirSync(dist, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html') && !file.startsWith('embed'))
    .map((file) => (file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`))
    .sort();
}

/** The HTML that the build made for a path. */
export function readPage(path: string, dist = TEST_DIST): string {
  return readFileSync(`${dist}${path === '/' ? '/index' : path}.html`, 'utf8');
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
};

/** The text of some HTML as a reader sees it: no tags, no scripts, single spaces. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<br\s*\/?>|<\/(p|li|td|th|div|h\d|dt|dd|summary|caption|a|button|tr|section)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text between the header and the footer. */
export function mainText(path: string): string {
  const html = readPage(path);
  return textOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
}

/** The value of an attribute in a page's head; null if the element is missing. */
export function headValue(html: string, name: string): string | null {
  if (name === 'title') return decode(/<title>([^<]*)<\/title>/.exec(html)?.[1]);
  const link = new RegExp(`<link rel="${name}" href="([^"]*)"`).exec(html)?.[1];
  const meta = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return decode(link ?? meta);
}

function decode(text: string | undefined): string | null {
  return text === undefined ? null : textOf(text);
}

/** A page's structured data as parsed JSON. */
export function structuredData(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  return [...scripts].flatMap(([, json = '']) => JSON.parse(json)['@graph']);
}

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Matters of taste, which the build's HTML writer decides.
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // A phone number is shown as people write it, and breaks where the page needs it to.
    'tel-non-breaking': 'off',
  },
});

/** They stand in bodies too: Astro's before the first island, ours after the first words. Browsers accept that. */
const STYLES = /<style>[\s\S]*?<\/style>/g;

/** The HTML errors of a page: `3:12 rule: message` for each. */
export async function validateMarkup(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(STYLES, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
