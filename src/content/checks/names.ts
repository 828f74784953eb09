import { ids, oneOf, pagePaths } from '../reader/entries.ts';
import type { Content } from '../reader/parse-content.ts';
import type { ContentProblem } from '../reader/problems.ts';

/** Checks that names are unique and that references exist. */
export function checkNames(content: Content): ContentProblem[] {
  return [...checkFaqIds(content), ...checkStructuredData(content), ...checkRedirects(content)];
}

/** A question's id is part of its URL, so it must be unique in all FAQ and town files. */
function checkFaqIds(content: Content): ContentProblem[] {
  const seen = new Map<string, string>();
  const items = [
    ...content.faq.flatMap(({ file, data }) => data.items.map(({ id }) => ({ file, id, field: 'items' }))),
    ...content.towns.flatMap(({ file, data }) => data.faq.map(({ id }) => ({ file, id, field: 'faq' }))),
  ];
  return items.flatMap(({ file, id, field }) => {
    const earlier = seen.get(id);
    seen.set(id, earlier ?? file);
    return earlier === undefined
      ? []
      : [
          {
            file,
            field: `${field}["${id}"].id`,
            found: `"${id}", which content/${earlier} has too`,
            wanted: 'an id of its own',
          },
        ];
  });
}

function checkStructuredData(content: Content): ContentProblem[] {
  return content.structuredData.flatMap(({ file, data }) => [
    ...(ids(content.seasons).includes(data.season)
      ? []
      : [{ file, field: 'season', found: `"${data.season}"`, wanted: oneOf(ids(content.seasons)) }]),
    ...(ids(content.hours).includes(data.hours)
      ? []
      : [{ file, field: 'hours', found: `"${data.hours}"`, wanted: oneOf(ids(content.hours)) }]),
  ]);
}

function checkRedirects(content: Content): ContentProblem[] {
  const pages = pagePaths(content);
  return content.redirects.flatMap(({ file, place, data }) => [
    ...(pages.includes(data.from)
      ? [
          {
            file,
            field: `${place}.from`,
            found: `"${data.from}"`,
            wanted: 'an old address, not a page of the site',
          },
        ]
      : []),
    ...(pages.includes(data.to.replace(/#.*$/, ''))
      ? []
      : [{ file, field: `${place}.to`, found: `"${data.to}"`, wanted: 'a page of the site' }]),
  ]);
}
