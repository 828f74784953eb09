import { findHours, listSpecialHours } from '#domain/content/opening-days.ts';
import { CHRISTMAS_EVE, formatHours, parseDays } from '#domain/content/opening-hours.ts';
import { parseSize, pricedTrees, priceRange, type SizeRange } from '#domain/content/trees.ts';
import { formatDay, WEEKDAYS } from '#domain/dates.ts';
import { formatPrice } from '#domain/money.ts';
import type { Content } from '../reader/parse-content.ts';
import {
  listPages,
  listShownOn,
  pagesThat,
  SEARCH_ENGINES,
  showsFiguresOf,
  tellsSearchEngines,
} from '../reader/shown-on.ts';

/** One value that the content gives for one fact. Two statements with different values disagree. */
export interface Statement {
  /** The fact, such as `Nordmann Fir, 4-5ft`. */
  readonly fact: string;
  /** Path below content/, and the name within the file if that states several. */
  readonly file: string;
  readonly name?: string;
  readonly value: string;
  /** Paths of the pages that show it, and `SEARCH_ENGINES`. */
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

function seasonStatements(content: Content): Statement[] {
  return content.seasons.flatMap(({ file, data }) => {
    const pages = listShownOn(content, file);
    return [
      { fact: 'Season, first day', file, value: formatDay(data.from, 'year'), pages },
      { fact: 'Season, last day', file, value: formatDay(data.to, 'year'), pages },
    ];
  });
}

/** The hours of each weekday, and of each day on which some page has others. */
function hoursStatements(content: Content): Statement[] {
  const all = content.hours.map(({ id, file, data }) => ({
    file,
    hours: data,
    pages: listShownOn(content, file),
    openings: listOpenings(content, id),
  }));
  const special = new Set(
    all.flatMap(({ hours, openings }) =>
      openings.flatMap(({ season }) =>
        season
          ? listSpecialHours({ season, hours, notices: [] }).map(({ from }) => from)
          : (hours.specialDays ?? []).map(({ day }) => day),
      ),
    ),
  );
  return all.flatMap(({ file, hours, pages, openings }) => {
    const state = (day: string, value: string, shownOn: readonly string[]): Statement => {
      return { fact: `Hours, ${day}`, file, value, pages: shownOn };
    };
    const days = WEEKDAYS.map((day) => {
      const row = hours.rows.find(({ days }) => parseDays(days)?.includes(day));
      return state(day, formatHours(row ?? {}), pages);
    });
    const byDay = [...special].sort().flatMap((day) => {
      const said = Map.groupBy(openings, ({ season = { from: day, to: day } }) =>
        formatHours(findHours({ season, hours, notices: [] }, day)),
      );
      const name = day.endsWith('-12-24') ? CHRISTMAS_EVE : formatDay(day, 'full');
      return [...said].map(([value, each]) =>
        state(name, value, each.flatMap(({ shownOn }) => shownOn).sort()),
      );
    });
    return [...days, ...byDay];
  });
}

/** The seasons with which some hours are shown, and where: a day outside its page’s season is closed. */
function listOpenings(content: Content, id: string) {
  const told = content.structuredData[0]?.data;
  const shown = [
    ...listPages(content).map(({ path, data: { readings } }) => ({ ...readings, path })),
    ...(told && tellsSearchEngines(content)
      ? [{ ...told, closingHours: undefined, path: SEARCH_ENGINES }]
      : []),
  ].filter((each) => each.hours === id || each.closingHours === id);
  const bySeason = Map.groupBy(shown, ({ season }) => season);
  if (bySeason.size === 0) bySeason.set(undefined, []);
  return [...bySeason].map(([seasonId, shownOn]) => ({
    season: content.seasons.find((season) => season.id === seasonId)?.data,
    shownOn: shownOn.map(({ path }) => path),
  }));
}
/** The price of every size, for each kind of list. Retail lists are not compared with wholesale lists. */
function priceStatements(content: Content): Statement[] {
  return content.prices.flatMap(({ id, file, data }) => {
    const pages = pagesThat(content, ({ prices }) => prices === id);
    return pricedTrees(data).flatMap(({ name, sizes }) =>
      sizes.map(({ size, price }) => ({
        fact: `${name}, ${size}${data.kind === 'retail' ? '' : `, ${data.kind}`}`,
        file,
        value: formatPrice(price),
        pages,
      })),
    );
  });
}

/** The lowest price and the heights of each tree, from guides, varieties and retail lists. */
function treeStatements(content: Content): Statement[] {
  const told = [
    ...content.guides.flatMap(({ id, file, data }) =>
      data.trees.map(({ type, sizes, from }) => ({
        type,
        sizes: parseSize(sizes),
        from,
        file,
        pages: pagesThat(content, ({ guide }) => guide === id),
      })),
    ),
    ...content.varieties.map(({ file, data: { type, guide } }) => ({
      type,
      sizes: parseSize(guide.sizesAvailable),
      from: guide.from,
      file,
      pages: pagesThat(content, (readings) => showsFiguresOf(content, readings, type)),
    })),
    ...content.prices
      .filter(({ data }) => data.kind === 'retail')
      .flatMap(({ id, file, data }) =>
        pricedTrees(data).map(({ type, sizes }) => ({
          type,
          sizes: spanOf(sizes.map(({ size }) => parseSize(size))),
          from: priceRange(sizes)?.lowest,
          file,
          pages: pagesThat(content, ({ prices }) => prices === id),
        })),
      ),
  ];
  const kinds = content.varieties.map(({ data }) => data).sort((a, b) => a.order - b.order);
  return kinds.flatMap(({ type, name }) =>
    told
      .filter((each) => each.type === type)
      .flatMap(({ sizes, from, file, pages }) => [
        ...(from === undefined
          ? []
          : [{ fact: `${name}, lowest price`, file, value: formatPrice(from), pages }]),
        { fact: `${name}, heights`, file, value: formatSpan(sizes), pages },
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
  const told = content.structuredData.map(({ file, data }) => ({
    file,
    range: { lowest: data.priceRange.low, highest: data.priceRange.high },
    pages: listShownOn(content, file),
  }));
  const listed = content.prices
    .filter(({ data }) => data.kind === 'retail')
    .map(({ id, file, data }) => ({
      file,
      range: priceRange(data.groups.flatMap(({ sizes }) => sizes)),
      pages: pagesThat(content, ({ prices }) => prices === id),
    }));
  return [...told, ...listed].flatMap(({ file, range, pages }) =>
    range === undefined
      ? []
      : [
          { fact: 'Cheapest tree', file, value: formatPrice(range.lowest), pages },
          { fact: 'Dearest tree', file, value: formatPrice(range.highest), pages },
        ],
  );
}

function factStatements(content: Content): Statement[] {
  return content.facts.flatMap(({ id: group, file, data }) =>
    Object.entries(data.facts).flatMap(([id, fact]) => {
      const name = `${group}.${id}`;
      return Object.entries(fact.readings ?? {}).map(([reading, value]) => ({
        fact: fact.label,
        file,
        name: reading,
        value,
        pages: pagesThat(content, ({ facts }) => facts?.[name] === reading),
      }));
    }),
  );
}
