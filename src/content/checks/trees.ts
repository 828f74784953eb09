import { OTHER_TYPES } from '#domain/content/trees.ts';
import { ids, oneOf } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { ContentProblem } from '../reader/problems.ts';

/** Each kind of tree must have its own type. Silhouettes, price lists and guides may name no other. */
export function checkTrees(content: Content): ContentProblem[] {
  return [...checkSilhouettes(content), ...checkKinds(content), ...checkTypes(content)];
}

function checkSilhouettes({ varieties, silhouettes }: Content): ContentProblem[] {
  const kinds = ids(varieties);
  return silhouettes
    .filter(({ id }) => !kinds.includes(id))
    .map(({ id, file }) => ({
      file,
      field: 'the file',
      found: `the silhouette of "${id}"`,
      wanted: `a kind of tree: ${oneOf(kinds)}`,
    }));
}

function checkKinds({ varieties }: Content): ContentProblem[] {
  return varieties.flatMap(({ file, data: { type } }, index) => {
    const earlier = varieties.slice(0, index).find(({ data }) => data.type === type);
    const found = earlier === undefined ? `"${type}"` : `"${type}", which content/${earlier.file} has too`;
    return earlier === undefined && !OTHER_TYPES.includes(type)
      ? []
      : [{ file, field: 'type', found, wanted: 'a type of its own' }];
  });
}

function checkTypes({ varieties, prices, guides }: Content): ContentProblem[] {
  const types = [...varieties.map(({ data }) => data.type), ...OTHER_TYPES];
  const named = [
    ...prices.flatMap(({ file, data }) =>
      data.groups.flatMap(({ id, trees }) =>
        trees.map(({ type, name }) => ({ file, type, field: `groups["${id}"].trees["${name}"].type` })),
      ),
    ),
    ...guides.flatMap(({ file, data }) =>
      data.trees.map(({ type, name }) => ({ file, type, field: `trees["${name}"].type` })),
    ),
  ];
  return named
    .filter(({ type }) => !types.includes(type))
    .map(({ file, type, field }) => ({ file, field, found: `"${type}"`, wanted: oneOf(types) }));
}
