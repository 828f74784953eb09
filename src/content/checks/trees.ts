import { OTHER_TYPES } from '#domain/content/trees.ts';
import { ids, oneOf } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { Finding } from '../reader/problems.ts';

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
