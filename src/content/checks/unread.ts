import type { Content } from '../reader/parse-content.ts';

const KINDS = ['prices', 'hours', 'seasons', 'guides'] as const;

/** A sentence for each list of prices, hours, season or guide that no page names, such as one that was just added. */
export function listUnread(content: Content): string[] {
  const named = findNamed(content);
  return KINDS.flatMap((kind) =>
    content[kind]
      .filter(({ id }) => !named[kind].has(id))
      .map(
        ({ file, id }) =>
          `content/${file}: no page shows it. To show it, name ${id} under readings in a page’s file.`,
      ),
  );
}

function findNamed({ pages, towns, structuredData }: Content): Record<(typeof KINDS)[number], Set<unknown>> {
  const readings = [...pages, ...towns].map(({ data }) => data.readings);
  const forSearch = structuredData.map(({ data }) => data);
  return {
    prices: new Set(readings.map(({ prices }) => prices)),
    hours: new Set([
      ...readings.flatMap(({ hours, closingHours }) => [hours, closingHours]),
      ...forSearch.map(({ hours }) => hours),
    ]),
    seasons: new Set([...readings, ...forSearch].map(({ season }) => season)),
    guides: new Set(readings.map(({ guide }) => guide)),
  };
}
