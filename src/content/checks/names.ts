import { OTHER_TYPES } from '#domain/content/trees.ts';
import { isTakenPath } from '#domain/pages.ts';
import { listWords } from '#domain/search-words.ts';
import type { CollectionName } from '../reader/collections.ts';
import { type Content, ids, oneOf, pagePaths } from '../reader/parse-content.ts';
import { type Finding, find } from '../reader/problems.ts';
import { wordsToLines } from '../reader/words.ts';
import type { ContentText } from './texts.ts';

/** Checks that names are unique and that references exist. */
export function checkNames(content: Content, texts: readonly ContentText[]): Finding[] {
  return [
    ...checkFaqIds(content),
    ...checkSynonyms(content),
    ...checkRedirects(content),
    ...checkSilhouettes(content),
    ...checkKinds(content),
    ...checkReferences(content, texts),
  ];
}

/** A question's id is part of its URL, so it must be unique in all FAQ and town files. */
function checkFaqIds({ faq, towns }: Content): Finding[] {
  const seen = new Map<string, string>();
  const lists = [
    ...faq.map(({ file, data: { items } }) => ({ file, key: 'items', questions: items })),
    ...towns.map(({ file, data }) => ({ file, key: 'faq', questions: data.faq })),
  ];
  return lists.flatMap(({ file, key, questions }) =>
    questions.flatMap(({ id }, index) => {
      const earlier = seen.get(id);
      seen.set(id, earlier ?? file);
      if (earlier === undefined) return [];
      return find(file, [key, index, 'id'], `"${id}", which content/${earlier} has too`, 'an id of its own');
    }),
  );
}

/** A group is of no use if its words are in no question or answer, and it suggests none. */
function checkSynonyms(content: Content): Finding[] {
  const items = content.faq.flatMap(({ data }) => data.items);
  const texts = items.flatMap(({ question, answer }) => [question, ...wordsToLines(answer)]);
  // Folded once for all words, because that takes the time.
  const said = texts.map((text) => spaced(listWords(text))).join('|');
  return content.synonyms.flatMap(({ file, path, data: { words, closest } }) => {
    const isUsed = closest !== undefined || words.some((word) => said.includes(spaced(listWords(word))));
    const wanted =
      'at least one that a question or an answer in content/faq contains, or a question in closest';
    return isUsed ? [] : find(file, [...path, 'words'], words.join(', '), wanted);
  });
}

const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;

function checkRedirects(content: Content): Finding[] {
  const pages = pagePaths(content);
  const addresses = content.redirects.map(({ data }) => data.from);
  return content.redirects.flatMap(({ file, path, data: { from, to } }, index) => {
    const spelt = from.replace(/(\/index)?\.html$/, '') || '/';
    const isSpelling = spelt !== from && pages.includes(spelt);
    const isTaken = isTakenPath(from.replace(/\?.*$/, '')) && !isSpelling;
    const refuseFrom = (found: string, wanted: string) => find(file, [...path, 'from'], found, wanted);
    const refuseTo = (wanted: string) => find(file, [...path, 'to'], `"${to}"`, wanted);
    const ofService = 'an old address of the site, not one of the service, such as /api and /admin';
    const spelling = `${spelt}, because ${from} is another spelling of that page's address`;
    return [
      ...(addresses.indexOf(from) < index ? [refuseFrom(`"${from}" twice`, 'each old address once')] : []),
      ...(isTaken ? [refuseFrom(`"${from}"`, ofService)] : []),
      ...(pages.includes(from) ? [refuseFrom(`"${from}"`, 'an old address, not a page of the site')] : []),
      ...(isSpelling && to !== spelt ? [refuseTo(spelling)] : []),
      ...(pages.includes(to.replace(/#.*$/, '')) ? [] : [refuseTo('a page of the site')]),
    ];
  });
}

function checkSilhouettes({ varieties, silhouettes }: Content): Finding[] {
  const kinds = ids(varieties);
  return silhouettes
    .filter(({ id }) => !kinds.includes(id))
    .map(({ id, file }) => find(file, [], `the silhouette of "${id}"`, `a kind of tree: ${oneOf(kinds)}`));
}

/** Each kind of tree must have its own type. */
function checkKinds({ varieties }: Content): Finding[] {
  return varieties.flatMap(({ file, data: { type } }, index) => {
    const earlier = varieties.slice(0, index).find(({ data }) => data.type === type);
    if (earlier === undefined && !OTHER_TYPES.includes(type)) return [];
    const found = earlier === undefined ? `"${type}"` : `"${type}", which content/${earlier.file} has too`;
    return find(file, ['type'], found, 'a type of its own');
  });
}

/** What a field names, by its schema, must be there: a record of a collection, a question, a kind of tree. */
function checkReferences(content: Content, texts: readonly ContentText[]): Finding[] {
  const types = [...content.varieties.map(({ data }) => data.type), ...OTHER_TYPES];
  return texts.flatMap(({ entry, path, text: name, control, of }) => {
    if (control !== 'record' && control !== 'tree-type') return [];
    const known = control === 'record' ? listNames(content, of as CollectionName) : types;
    if (known.includes(name)) return [];
    const wanted = of === 'faq' ? 'a question of the FAQ, by its id' : oneOf(known);
    return find(entry.file, path, `"${name}"`, wanted);
  });
}

/** Of `faq` the questions. */
function listNames(content: Content, collection: CollectionName): string[] {
  if (collection === 'faq') return content.faq.flatMap(({ data }) => ids(data.items));
  return ids(content[collection]);
}
