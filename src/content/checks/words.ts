import { findTokens, type Tokens } from '#domain/content/tokens.ts';
import type { PageId } from '#domain/pages.ts';
import type { Page } from '#domain/schemas/page.ts';
import { contentTokens } from '../reader/content-tokens.ts';
import { type AnyEntry, allEntries, type Content, strings } from '../reader/parse-content.ts';
import { type Finding, find } from '../reader/problems.ts';
import { SHOWN_ON } from '../reader/shown-on.ts';
import { findMarkup, findWordsFaults } from '../reader/words.ts';
import type { ContentText } from './texts.ts';

/** Words must be what pages show: paragraphs, lists, bold words and links. Headings and names are plain. */
export function checkWords(texts: readonly ContentText[]): Finding[] {
  return texts.flatMap(({ entry: { file }, path, text, kind }) => {
    if (kind === undefined) return [];
    const faults = kind === 'words' ? findWordsFaults(text) : findMarkup(text);
    return faults.map((fault) => ({ file, path, ...fault }));
  });
}

/** Each `{token}` must have a value on every page that shows it. */
export function checkTokens(content: Content): Finding[] {
  return allEntries(content).flatMap((entry) => checkTokensOf(content, entry));
}

function checkTokensOf(content: Content, entry: AnyEntry): Finding[] {
  return tokensInReach(content, entry).flatMap(([shownOn, tokens]) =>
    [...strings(entry.data, entry.path)].flatMap(([path, text]) =>
      findTokens(text)
        .filter((name) => !tokens.has(name))
        .map((name) => find(entry.file, path, `{${name}}`, nearestTokens(name, tokens, shownOn))),
    ),
  );
}

/** The tokens that a record can use on every page that shows it. */
function tokensInReach(content: Content, entry: AnyEntry): [shownOn: string, tokens: Tokens][] {
  if (entry.collection === 'pages' || entry.collection === 'towns') {
    return [[entry.file, contentTokens(content, (entry.data as Page).readings)]];
  }
  const pages = SHOWN_ON[entry.collection];
  if (pages === undefined) return [['every page', contentTokens(content, {})]];
  return content.pages
    .filter(({ id }) => pages.includes(id as PageId))
    .map((page) => [page.file, contentTokens(content, page.data.readings)]);
}

function nearestTokens(name: string, tokens: Tokens, shownOn: string): string {
  const [start = ''] = name.split('.');
  const near = [...tokens.keys()].filter((each) => each.split('.')[0] === start);
  const known =
    near.length > 0 ? near : [...new Set([...tokens.keys()].map((each) => each.split('.')[0] ?? ''))];
  return `a name that ${shownOn} can use: ${known.slice(0, 12).join(', ')}`;
}
