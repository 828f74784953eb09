import { expect, test } from '@playwright/test';
import { compareContent, formatWarning } from '../../src/content/changes/compare-content.ts';
import { formatChange } from '../../src/content/changes/list-changes.ts';
import type { ContentValues } from '../../src/content/reader/parse-content.ts';
import { type IsoDay, parseDay } from '../../src/domain/dates.ts';

const TODAY = parseDay('2025-11-10') as IsoDay;

function makeList(name: string, ...prices: string[]) {
  const sizes = prices.map((price, index) => ({ size: `${7 + index}-${8 + index}ft`, price }));
  return { name, groups: [{ id: 'norway-spruce', trees: [{ name: 'Norway Spruce' }], sizes }] };
}

const PUBLISHED = {
  'farm.json': { phone: '01632 960 001' },
  'hours/a.json': {
    rows: [{ days: 'Mon-Sat' }, { days: 'Sunday' }],
    specialDays: [{ day: '2025-12-04', name: 'Late night' }],
  },
  'notices.json': [{ id: 'old', text: 'Old.', from: '2024-12-01', to: '2024-12-02' }],
  'pages/home.md': { readings: { prices: 'home' }, hero: 'Allow {visit.length} for it.' },
  'prices/home.json': makeList('Home page prices', '£42', '£500'),
  'prices/standard.json': makeList('Price list', '£40', '£500'),
  'season/trees.json': { name: 'Trees', from: '2025-11-21', to: '2025-12-21' },
  'shop.json': {
    branchBox: { name: 'Branch box', price: '£39.99' },
    weeks: [{ id: '2025-11-17', orderBy: '2025-11-14' }, { id: '2025-11-24' }],
  },
} satisfies ContentValues;

function compare(before: ContentValues, after: ContentValues) {
  const { changes, warnings } = compareContent(before, after, TODAY);
  return {
    changes: changes.map((change) => formatChange(change, before, after)),
    warnings: warnings.map((warning) => formatWarning(warning, after)),
  };
}

type Edit = (values: typeof PUBLISHED) => void;
function edit(change: Edit) {
  const values = structuredClone(PUBLISHED);
  change(values);
  return compare(PUBLISHED, values);
}

const setPrice =
  (price: string): Edit =>
  (values) => {
    values['prices/home.json'] = makeList('Home page prices', price, '£500');
  };

test('changes are told by file and field, days in words, long texts from where they differ', () => {
  const long = 'Rows and rows of trees. '.repeat(10);
  const price = { size: '5-6ft', price: '£42' };
  const before = {
    'a.json': { day: '2025-11-21', text: `${long}Come in.`, old: 'x', list: [{ id: 'b' }], same: null },
    'old.json': {},
    'prices.json': { sizes: [price] },
  };
  const after = {
    'a.json': { day: '2025-11-22', text: `${long}Stay out.`, list: [], same: null },
    'b.json': {},
    // A size inserted above the others is no change of them all.
    'prices.json': {
      sizes: [
        { size: '4-5ft', price: '£30' },
        { ...price, price: '£44' },
      ],
    },
  };
  expect(compare(before, after).changes).toEqual([
    'a.json, day: Friday 21 November 2025 → Saturday 22 November 2025',
    'a.json, text: … and rows of trees. Come in. → … and rows of trees. Stay out.',
    'a.json, old: removed, was x',
    'a.json, list["b"].id: removed, was b',
    'b.json: new file',
    'old.json: file removed',
    'prices.json, sizes["5-6ft"].price: £42 to £44',
    'prices.json, sizes["4-5ft"].price: new, £30',
  ]);
  expect(
    edit(() => {}),
    'what was published before and stays',
  ).toEqual({ changes: [], warnings: [] });
});

const setWeek =
  (id: string, orderBy = id): Edit =>
  (values) =>
    values['shop.json'].weeks.splice(0, 1, { id, orderBy });
const setSeason =
  (from: string, to: string): Edit =>
  (values) =>
    Object.assign(values['season/trees.json'], { from, to });
const setStart =
  (from: string, fromWords: string): Edit =>
  (values) =>
    Object.assign(values['season/trees.json'], { from, fromWords });
const addNotice =
  (from: string, to: string, text = 'Snow.'): Edit =>
  (values) =>
    values['notices.json'].push({ id: 'new', text, from, to });
const setLateNight =
  (day: string): Edit =>
  (values) =>
    values['hours/a.json'].specialDays.splice(0, 1, { day, name: 'Late night' });
const setWeekdays =
  (days: string): Edit =>
  (values) =>
    values['hours/a.json'].rows.splice(0, 1, { days });
// A new list, so that its prices have no old ones to compare with.
const setTaller =
  (price: string): Edit =>
  (values) => {
    Object.assign(values, { 'prices/new.json': makeList('New', '£42', price) });
  };
const setPhone =
  (phone: string): Edit =>
  (values) =>
    Object.assign(values['farm.json'], { phone });
const setHero =
  (hero: string): Edit =>
  (values) =>
    Object.assign(values['pages/home.md'], { hero });

/** An edit, and the end of its one warning; undefined for none. */
const WARNINGS: readonly (readonly [what: string, change: Edit, warning: string | undefined])[] = [
  ['a price 30 % higher', setPrice('£54.60'), undefined],
  [
    'a price a penny more',
    setPrice('£54.61'),
    'prices/home.json, groups["norway-spruce"].sizes["7-8ft"].price: £42 to £54.61 is more than 30 % dearer',
  ],
  ['ten times the price', setPrice('£420'), '£42 to £420 is more than 30 % dearer'],
  ['a tenth of the price', setPrice('£4.20'), '£42 to £4.20 is more than 30 % cheaper'],
  ['nothing', setPrice('£0'), 'the price is £0'],
  [
    'the box',
    ({ 'shop.json': { branchBox } }) => Object.assign(branchBox, { price: '£3.99' }),
    'shop.json, branchBox.price: £39.99 to £3.99 is more than 30 % cheaper',
  ],
  ['a brace without an end', setHero('Allow {visit.length for it.'), 'pages/home.md, hero: a brace that'],
  ['a brace without a beginning', setHero('Allow visit.length} for it.'), 'a brace that belongs to no token'],
  ['a space in braces', setHero('Allow {visit length}.'), 'a brace that belongs to no token'],
  [
    'a brace in a new file',
    (values) => Object.assign(values, { 'pages/new.md': { hero: 'Allow {x.' } }),
    'pages/new.md, hero: a brace',
  ],
  ['a cut-off a year late', setWeek('2025-11-17', '2026-11-14'), 'Saturday 14 November 2026, is after it'],
  ['a cut-off in the past', setWeek('2025-11-17', '2025-11-07'), 'Friday 7 November 2025 is past'],
  ['a cut-off on the Friday before', setWeek('2025-12-01', '2025-11-28'), undefined],
  [
    'a week in the past',
    setWeek('2025-10-27'),
    'shop.json, weeks["2025-10-27"]: Sunday 2 November 2025 is past',
  ],
  ['a week out of reach', setWeek('2052-11-18'), 'more than a year away from the season'],
  ['a notice that is over', addNotice('2025-11-01', '2025-11-02'), 'Sunday 2 November 2025 is past'],
  ['a notice out of reach', addNotice('2025-12-09', '2052-12-09'), 'more than a year away from the season'],
  ['a notice of 301 letters', addNotice('2025-12-09', '2025-12-09', 'x'.repeat(301)), '301 letters'],
  ['a notice of 300 since yesterday', addNotice('2025-11-09', '2025-11-10', 'x'.repeat(300)), undefined],
  [
    'a stale notice with other words',
    ({ 'notices.json': [notice] }) => Object.assign(notice ?? {}, { text: 'New.' }),
    'notices.json, ["old"]: Monday 2 December 2024 is past',
  ],
  ['a single day in the past', setLateNight('2025-11-04'), 'Tuesday 4 November 2025 is past'],
  ['a late night in the season', setLateNight('2025-12-11'), undefined],
  [
    'a start beside its words',
    setStart('2025-11-12', 'late November'),
    'fromWords: pages say ‘late November’ for',
  ],
  [
    'a month beside its words',
    setStart('2025-12-01', 'November'),
    'for Monday 1 December 2025. Is that meant?',
  ],
  ['a start within its words', setStart('2025-11-20', 'late November'), undefined],
  ['a start in other words', setStart('2025-11-12', 'once the frost is here'), undefined],
  ['a Saturday that is left out', setWeekdays('Mon-Fri'), 'a.json, rows: Saturday: neither open nor closed'],
  ['a taller tree that is cheaper', setTaller('£41.99'), '8-9ft is £41.99, but 7-8ft is £42. Is that meant?'],
  ['a taller tree at the same price', setTaller('£42'), undefined],
  ['a number short of a digit', setPhone('01632 960 01'), '01632 960 01 has 10 digits'],
  ['another whole number', setPhone('01632 960 002'), undefined],
  ['a season that is over', setSeason('2024-11-21', '2024-12-21'), 'this season is over'],
  ['a season out of reach', setSeason('2025-11-21', '2052-12-21'), 'more than a year away'],
  ['the next season', setSeason('2026-11-20', '2026-12-23'), undefined],
  [
    'two lists that become alike',
    (values) => Object.assign(values, { 'prices/standard.json': makeList('Price list', '£42', '£500') }),
    'prices/home.json: it now has the same prices as prices/standard.json',
  ],
];

test('what looks like a mistake gives one warning, and what is usual none', () => {
  for (const [what, change, warning] of WARNINGS) {
    expect
      .soft(edit(change).warnings, what)
      .toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  }
  const alike = {
    'prices/home.json': makeList('Home', '£43'),
    'prices/standard.json': makeList('List', '£43'),
  };
  const dearer = {
    'prices/home.json': makeList('Home', '£44'),
    'prices/standard.json': makeList('List', '£44'),
  };
  expect(compare(alike, dearer).warnings, 'lists that were alike before').toEqual([]);
});
