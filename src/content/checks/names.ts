import { hasWord } from '#domain/faq-search.ts';
import { isTakenPath } from '#domain/pages.ts';
import { ids, oneOf, pagePaths } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { Finding } from '../reader/problems.ts';
import { wordsToLines } from '../reader/words.ts';

/** Checks that names are unique and that references exist. */
export function checkNames(content: Content): Finding[] {
  return [
    ...checkFaqIds(content),
    ...checkSynonyms(content),
    ...checkStructuredData(content),
    ...checkRedirects(content),
  ];
}

/** A question's id is part of its URL, so it must be unique in all FAQ and town files. */
function checkFaqIds(content: Content): Finding[] {
  const seen = new Map<string, string>();
  const items = [
    ...content.faq.flatMap(({ file, data }) =>
      data.items.map(({ id }, index) => ({ file, id, path: ['items', index, 'id'] })),
    ),
    ...content.towns.flatMap(({ file, data }) =>
      data.faq.map(({ id }, index) => ({ file, id, path: ['faq', index, 'id'] })),
    ),
  ];
  return items.flatMap(({ file, id, path }) => {
    const earlier = seen.get(id);
    seen.set(id, earlier ?? file);
    return earlier === undefined
      ? []
      : [
          {
            file,
            path,
            found: `"${id}", which content/${earlier} has too`,
            wanted: 'an id of its own',
          },
        ];
  });
}

/** A group is of no use if its words are in no question or answer, and it suggests none. */
function checkSynonyms(content: Content): Finding[] {
  const items = content.faq.flatMap(({ data }) => data.items);
  const texts = items.flatMap(({ question, answer }) => [question, ...wordsToLines(answer)]);
  return content.synonyms.flatMap(({ file, path, data: { words, closest } }) => {
    const unknown = (closest ?? []).filter((id) => !items.some((item) => item.id === id));
    const problems = unknown.map((id) => ({
      file,
      path: [...path, 'closest'],
      found: `"${id}"`,
      wanted: 'a question of the FAQ, by its id',
    }));
    const isUsed = closest !== undefined || words.some((word) => texts.some((text) => hasWord(text, word)));
    if (isUsed) return problems;
    const wanted =
      'at least one that a question or an answer in content/faq contains, or a question in closest';
    return [{ file, path: [...path, 'words'], found: words.join(', '), wanted }];
  });
}

function checkStructuredData(content: Content): Finding[] {
  return content.structuredData.flatMap(({ file, data }) => [
    ...(ids(content.seasons).includes(data.season)
      ? []
      : [{ file, path: ['season'], found: `"${data.season}"`, wanted: oneOf(ids(content.seasons)) }]),
    ...(ids(content.hours).includes(data.hours)
      ? []
      : [{ file, path: ['hours'], found: `"${data.hours}"`, wanted: oneOf(ids(content.hours)) }]),
  ]);
}

function checkRedirects(content: Content): Finding[] {
  const pages = pagePaths(content);
  const places = content.redirects.map(({ data }) => data.from);
  return content.redirects.flatMap(({ file, path, data }, index) => {
    const spelt = data.from.replace(/(\/index)?\.html$/, '') || '/';
    const isSpelling = spelt !== data.from && pages.includes(spelt);
    const find = (isWrong: boolean, part: 'from' | 'to', wanted: string, note = ''): Finding[] =>
      isWrong ? [{ file, path: [...path, part], found: `"${data[part]}"${note}`, wanted }] : [];
    return [
      ...find(places.indexOf(data.from) < index, 'from', 'each old address once', ' twice'),
      ...find(
        isTakenPath(data.from.replace(/\?.*$/, '')) && !isSpelling,
        'from',
        'an old address of the site, not one of the service, such as /api and /admin',
      ),
      ...find(pages.includes(data.from), 'from', 'an old address, not a page of the site'),
      ...find(
        isSpelling && data.to !== spelt,
        'to',
        `${spelt}, because ${data.from} is another spelling of that page's address`,
      ),
      ...find(!pages.includes(data.to.replace(/#.*$/, '')), 'to', 'a page of the site'),
    ];
  });
}
