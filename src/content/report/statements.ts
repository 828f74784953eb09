import { CHRISTMAS_EVE, formatHours, parseDays, WEEKDAYS } from '#domain/content/opening-hours.ts';
import { parseSize, pricedTrees, type SizeRange } from '#domain/content/trees.ts';
import { formatDay } from '#domain/dates.ts';
import { formatPrice, toPence } from '#domain/money.ts';
import { pagePath, townPath } from '#domain/pages.ts';
import type { Page, Town } from '#domain/schemas/page.ts';
import type { Content } from '../reader/parse-content.ts';

/** One value that the content gives for one fact. Two statements with different values disagree. */
export interface Statement {
  /** The fact, such as `Nordmann Fir, 4-5ft`. */
  readonly fact: string;
  /** The file, and the name within it. */
  readonly reading: string;
  readonly value: string;
  /** Paths of the pages that show it. */
  readonly pages: readonly string[];
}

/** Every statement about facts that more than one file can state. */
export function listStatements(content: Content): Statement[] {
  return [
    ...seasonStatements(content),
    ...hoursStatements(content),
    ...priceStatements(content),
    ...treeStatements(content),
    ...priceRangeStatements(content),
    ...factStatements(content),
  ];
}

/** Paths of the pages with these readings. */
function pagesThat(
  content: Content,
  show: (readings: Page['readings'], data: Page | Town) => boolean,
): string[] {
  return [
    ...content.pages.map(({ id, data }) => ({ path: pagePath(id), data })),
    ...content.towns.map(({ id, data }) => ({ path: townPath(id), data })),
  ]
    .filter(({ data }) => show(data.readings, data))
    .map(({ path }) => path)
    .sort();
}

/** The pages with structured data, which has its own reading. */
function structuredPages(content: Content): string[] {
  const { length } = pagesThat(content, (_, { structuredData }) =>
    structuredData.some((kind) => kind === 'business' || kind === 'tourist-attraction'),
  );
  return length === 0 ? [] : [`the structured data of ${length} pages`];
}

function seasonStatements(content: Content): Statement[] {
  const inStructuredData = content.structuredData[0]?.data.season;
  return content.seasons.flatMap(({ id, data }) => {
    const pages = pagesThat(content, ({ season }) => season === id);
    if (id === inStructuredData) pages.push(...structuredPages(content));
    const reading = `season/${id}`;
    return [
      { fact: 'Season, first day', reading, value: formatDay(data.from, 'year'), pages },
      { fact: 'Season, last day', reading, value: formatDay(data.to, 'year'), pages },
    ];
  });
}

function hoursStatements(content: Content): Statement[] {
  const inStructuredData = content.structuredData[0]?.data.hours;
  return content.hours.flatMap(({ id, data }) => {
    const pages = pagesThat(content, ({ hours, closingHours }) => hours === id || closingHours === id);
    if (id === inStructuredData) pages.push(...structuredPages(content));
    const reading = `hours/${id}`;
    const days = data.rows.flatMap((row) =>
      daysOf(row.days).map((day) => ({ fact: `Hours, ${day}`, reading, value: formatHours(row), pages })),
    );
    const special = (data.specialDays ?? []).map((each) => ({
      fact: `Hours, ${formatDay(each.day)}`,
      reading,
      value: formatHours(each),
      pages,
    }));
    return [...days, ...special];
  });
}

/** The days that a row covers. ‘Every day’ of a season that lasts until Christmas Eve includes it. */
function daysOf(days: string): readonly string[] {
  if (days === 'Daily') return [...WEEKDAYS, CHRISTMAS_EVE];
  return days === CHRISTMAS_EVE ? [days] : (parseDays(days) ?? []);
}

/** The price of every size, for each kind of list. Retail lists are not compared with wholesale lists. */
function priceStatements(content: Content): Statement[] {
  return content.prices.flatMap(({ id, data }) => {
    const pages = pagesThat(content, ({ prices }) => prices === id);
    return pricedTrees(data).flatMap(({ name, sizes }) =>
      sizes.map(({ size, price }) => ({
        fact: `${name}, ${size}${data.kind === 'retail' ? '' : `, ${data.kind}`}`,
        reading: `prices/${id}`,
        value: formatPrice(price),
        pages,
      })),
    );
  });
}

/** The lowest price and the heights of each tree, from guides, varieties and retail lists. */
function treeStatements(content: Content): Statement[] {
  const varietyPages = pagesThat(content, ({ varieties }) => varieties !== undefined);
  /** Pages with a guide that leaves this kind out, and so show its own figures. */
  const guidePages = (type: string) =>
    content.guides
      .filter(({ data }) => !data.trees.some((tree) => tree.type === type))
      .flatMap(({ id }) => pagesThat(content, ({ guide }) => guide === id));
  const told = [
    ...content.guides.flatMap(({ id, data }) =>
      data.trees.map(({ type, sizes, from }) => ({
        type,
        sizes: parseSize(sizes),
        from,
        reading: `guides/${id}`,
        pages: pagesThat(content, ({ guide }) => guide === id),
      })),
    ),
    ...content.varieties.map(({ id, data }) => ({
      type: data.type,
      sizes: parseSize(data.guide.sizesAvailable),
      from: data.guide.from,
      reading: `varieties/${id}`,
      pages: [...varietyPages, ...guidePages(data.type)].sort(),
    })),
    ...content.prices
      .filter(({ data }) => data.kind === 'retail')
      .flatMap(({ id, data }) =>
        pricedTrees(data).map(({ type, sizes }) => ({
          type,
          sizes: spanOf(sizes.map(({ size }) => parseSize(size))),
          from: toPence(Math.min(...sizes.map(({ price }) => price))),
          reading: `prices/${id}`,
          pages: pagesThat(content, ({ prices }) => prices === id),
        })),
      ),
  ];
  const kinds = content.varieties.map(({ data }) => data).sort((a, b) => a.order - b.order);
  return kinds.flatMap(({ type, name }) =>
    told
      .filter((each) => each.type === type)
      .flatMap(({ sizes, from, reading, pages }) => [
        { fact: `${name}, lowest price`, reading, value: formatPrice(from), pages },
        { fact: `${name}, heights`, reading, value: formatSpan(sizes), pages },
      ]),
  );
}

function spanOf(sizes: readonly (SizeRange | null)[]): SizeRange {
  const known = sizes.filter((size) => size !== null);
  return {
    lowFeet: Math.min(...known.map(({ lowFeet }) => lowFeet)),
    highFeet: Math.max(...known.map(({ highFeet }) => highFeet)),
  };
}

function formatSpan(span: SizeRange | null): string {
  return span === null ? '' : `${span.lowFeet}ft to ${span.highFeet}ft`;
}

/** The price range for search engines, and the cheapest and dearest tree of the retail lists. */
function priceRangeStatements(content: Content): Statement[] {
  const pages = structuredPages(content);
  const told = content.structuredData.map(({ data }) => ({
    reading: 'structured-data',
    low: data.priceRange.low as number,
    high: data.priceRange.high as number,
    pages,
  }));
  const listed = content.prices
    .filter(({ data }) => data.kind === 'retail')
    .map(({ id, data }) => {
      const pence = data.groups.flatMap(({ sizes }) => sizes.map(({ price }) => price));
      const shownOn = pagesThat(content, ({ prices }) => prices === id);
      return { reading: `prices/${id}`, low: Math.min(...pence), high: Math.max(...pence), pages: shownOn };
    });
  return [...told, ...listed].flatMap(({ reading, low, high, pages: shownOn }) => [
    { fact: 'Cheapest tree', reading, value: formatPrice(toPence(low)), pages: shownOn },
    { fact: 'Dearest tree', reading, value: formatPrice(toPence(high)), pages: shownOn },
  ]);
}

function factStatements(content: Content): Statement[] {
  return content.facts.flatMap(({ id: group, data }) =>
    Object.entries(data.facts).flatMap(([id, fact]) => {
      if (!('readings' in fact)) return [];
      const name = `${group}.${id}`;
      return Object.entries(fact.readings).map(([reading, value]) => ({
        fact: fact.label,
        reading: `facts/${group} ${id}.${reading}`,
        value,
        pages: pagesThat(content, ({ facts }) => facts?.[name] === reading),
      }));
    }),
  );
}
