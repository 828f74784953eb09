import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type Container, type Rule } from 'postcss';
import { LEAD_ID } from '#domain/pages.ts';
import { inParallel, listFiles } from './files.ts';

const STYLE = /<style>([\s\S]*?)<\/style>/g;
/** A hero up to its first words. An order's frame is laid out by what comes last in it, so it comes whole. */
const LEAD = new RegExp(`<div class="hero[\\s\\S]*? id="${LEAD_ID}"[\\s\\S]*?</div>`);

/** What nothing is before somebody has touched it. */
const STATE = /:(?:hover|focus|disabled)|\[open\]/;

/**
 * Has each page below a folder show its first words before most of its styles have come: its head keeps what the
 * elements up to those words need, and all styles follow the words. All, so that none overrides another that it did not
 * override before; what stands twice costs 50 bytes as sent. On a slow phone line the words come 5 to 8 % sooner, and
 * through Caddy by a round trip (tests/MEASUREMENTS.md).
 */
export async function putCriticalStylesFirst(folder: string): Promise<void> {
  const pages = (await listFiles(folder)).filter((file) => file.endsWith('.html'));
  await inParallel(pages, async (file) => {
    const path = join(folder, file);
    await writeFile(path, splitStyles(await readFile(path, 'utf8')));
  });
}

/** A page with its styles in two parts, as above; as it is if it has no hero. */
export function splitStyles(html: string): string {
  const lead = LEAD.exec(html);
  if (lead === null) return html;
  const wordsEnd = lead.index + lead[0].length;
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd);
  const words = html.slice(headEnd, wordsEnd);
  const styles = [...head.matchAll(STYLE)].map(([, css]) => css).join('');
  const needed = `<style>${keepNeeded(styles, words)}</style>`;
  return `${head.replace(STYLE, '')}${needed}${words}<style>${styles}</style>${html.slice(wordsEnd)}`;
}

/** @param words the markup of the elements that are there */
function keepNeeded(css: string, words: string): string {
  const names = listNames(words);
  const root = postcss.parse(css);
  root.walkAtRules((atRule) => {
    if (atRule.params === 'print') atRule.remove();
  });
  root.walkRules((rule) => {
    if (rule.selectors.every((selector) => STATE.test(selector))) rule.remove();
  });
  const thin = (container: Container) =>
    container.each((node) => {
      if (node.type === 'rule' && !isNeeded(node, names)) node.remove();
      if (node.type !== 'atrule' || node.nodes === undefined) return;
      thin(node);
      if (node.nodes.length === 0) node.remove();
    });
  thin(root);
  const used = root.toString();
  root.walkDecls(/^--/, (token) => {
    if (!used.includes(`var(${token.prop}`)) token.remove();
  });
  return root.toString();
}

/** Of elements, their classes as in a selector, and attributes with their values. */
function listNames(markup: string): ReadonlySet<string> {
  const tags = [...markup.matchAll(/<([a-z][\w-]*)/g)].map(([, name = '']) => name);
  const attributes = [...markup.matchAll(/ ([\w-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    name === 'class' ? value.split(' ').map((each) => `.${each}`) : [`[${name}=${value}]`],
  );
  return new Set(['html', ...tags, ...attributes]);
}

/** Whether one of its selectors names nothing that is not there. What they want beside it or in it may come later. */
function isNeeded({ selectors }: Rule, names: ReadonlySet<string>): boolean {
  return selectors.some((selector) => {
    let own = selector;
    while (/\([^()]*\)/.test(own)) own = own.replace(/\([^()]*\)/g, '');
    const named =
      own.replaceAll('\\', '').match(/(?<![\w:.#[=-])[a-z][\w-]*|\.[\w-]+|\[[\w-]+=[^\]]+\]/g) ?? [];
    return named.every((name) => names.has(name.replace(/["']/g, '')));
  });
}
