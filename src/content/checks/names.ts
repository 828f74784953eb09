import { OTHER_TYPES } from '#domain/content/trees.ts';
import { hasWord } from '#domain/faq-search.ts';
import { isTakenPath } from '#domain/pages.ts';
import { type Content, ids, oneOf, pagePaths } from '../reader/parse-content.ts';
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
  const addresses = content.redirects.map(({ data }) => data.from);
  return content.redirects.flatMap(({ file, path, data }, index) => {
    const spelt = data.from.replace(/(\/index)?\.html$/, '') || '/';
    const isSpelling = spelt !== data.from && pages.includes(spelt);
    const find = (isWrong: boolean, part: 'from' | 'to', wanted: string, note = ''): Finding[] =>
      isWrong ? [{ file, path: [...path, part], found: `"${data[part]}"${note}`, wanted }] : [];
    return [
      ...find(addresses.indexOf(data.from) < index, 'from', 'each old address once', ' twice'),
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

/** Each kind of tree must have its own type. Silhouettes, price lists and guides may name no other. */
export function checkTrees(content: Content): Finding[] {
  return [...checkSilhouettes(content), ...checkKinds(content), ...checkTypes(content)];
}

function checkSilhouettes({ varieties, silhouettes }: Content): Finding[] {
  const kinds = ids(varieties);
  return silhouettes
    .filter(({ id }) => !kinds.includes(id))
    .map(({ id, file }) => ({
      file,
      path: [],
      found: `the silhouette of "${id}"`,
      wanted: `a kind of tree: ${oneOf(kinds)}`,
    }));
}

function checkKinds({ varieties }: Content): Finding[] {
  return varieties.flatMap(({ file, data: { type } }, index) => {
    const earlier = varieties.slice(0, index).find(({ data }) => data.type === type);
    const found = earlier === undefined ? `"${type}"` : `"${type}", which content/${earlier.file} has too`;
    return earlier === undefined && !OTHER_TYPES.includes(type)
      ? []
      : [{ file, path: ['type'], found, wanted: 'a type of its own' }];
  });
}

function checkTypes({ varieties, prices, guides }: Content): Finding[] {
  const types = [...varieties.map(({ data }) => data.type), ...OTHER_TYPES];
  const named = [
    ...prices.flatMap(({ file, data }) =>
      data.groups.flatMap(({ trees }, group) =>
        trees.map(({ type }, tree) => ({ file, type, path: ['groups', group, 'trees', tree, 'type'] })),
      ),
    ),
    ...guides.flatMap(({ file, data }) =>
      data.trees.map(({ type }, tree) => ({ file, type, path: ['trees', tree, 'type'] })),
    ),
  ];
  return named
    .filter(({ type }) => !types.includes(type))
    .map(({ file, type, path }) => ({ file, path, found: `"${type}"`, wanted: oneOf(types) }));
}
