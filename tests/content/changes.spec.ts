import { expect, test } from '@playwright/test';
import { compareContent } from '../../src/content/changes/compare-content.ts';
import { listChanges } from '../../src/content/changes/list-changes.ts';
import type { ContentValues } from '../../src/content/reader/read-files.ts';
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
  'pages/prices.md': { readings: { prices: 'standard' } },
  'pages/visit.md': { readings: { prices: 'home' } },
  'prices/home.json': makeList('Home page prices', '£42', '£500'),
  'prices/standard.json': makeList('Price list', '£40', '£500'),
  'season/trees.json': { name: 'Trees', from: '2025-11-21', to: '2025-12-21' },
  'shop.json': {
    branchBox: { name: 'Branch box', price: '£39.99' },
    weeks: [{ id: '2025-11-17', orderBy: '2025-11-14' }, { id: '2025-11-24' }],
  },
} satisfies ContentValues;

function edit(change: (values: typeof PUBLISHED) => void) {
  const values = structuredClone(PUBLISHED);
  change(values);
  return compareContent(PUBLISHED, values, TODAY);
}

function setPrice(price: string) {
  return edit((values) => {
    values['prices/home.json'] = makeList('Home page prices', price, '£500');
  });
}

test('a small change of a price is told in words, with its pages, and without a warning', () => {
  expect(setPrice('£44')).toEqual({
    changes: ['Norway Spruce 7-8ft (prices/home.json): £42 to £44, on 2 pages'],
    warnings: [],
  });
});

test('what was published before and stays gives no warning', () => {
  expect(edit(() => {})).toEqual({ changes: [], warnings: [] });
});

test('other values are told by file and field, days in words, long texts from where they differ', () => {
  const long = 'Rows and rows of trees. '.repeat(10);
  const before = { 'a.json': { day: '2025-11-21', text: `${long}Come in.`, old: 'x', list: [{ id: 'b' }] } };
  const after = { 'a.json': { day: '2025-11-22', text: `${long}Stay out.`, list: [] }, 'b.json': {} };
  expect(compareContent(before, after, TODAY).changes).toEqual([
    'a.json, day: Friday 21 November 2025 → Saturday 22 November 2025',
    'a.json, text: … and rows of trees. Come in. → … and rows of trees. Stay out.',
    'a.json, old: removed, was x',
    'a.json, list[b].id: removed, was b',
    'b.json: new file',
  ]);
});

test('a size inserted above the others does not look like a change of them all', () => {
  const before = [{ size: '5-6ft', price: '£42' }];
  const after = [{ size: '4-5ft', price: '£30' }, ...before];
  const changes = listChanges({ 'a.json': before }, { 'a.json': after });
  expect(changes.map(({ field }) => field)).toEqual(['[4-5ft].size', '[4-5ft].price']);
});

test('a new size is one line', () => {
  const { changes } = edit((values) => {
    values['prices/home.json'] = makeList('Home page prices', '£42', '£500', '£600');
  });
  expect(changes).toEqual(['Norway Spruce 9-10ft (prices/home.json): new, £600']);
});

for (const [price, warnings] of [
  ['£54.60', []],
  ['£54.61', ['Norway Spruce 7-8ft (prices/home.json): £42 to £54.61 is more than 30 % dearer']],
  ['£420', ['Norway Spruce 7-8ft (prices/home.json): £42 to £420 is more than 30 % dearer']],
  ['£4.20', ['Norway Spruce 7-8ft (prices/home.json): £42 to £4.20 is more than 30 % cheaper']],
  ['£0', ['Norway Spruce 7-8ft (prices/home.json): the price is £0']],
] as const) {
  test(`a price of £42 that becomes ${price} gives ${warnings.length} warnings`, () => {
    expect(setPrice(price).warnings).toEqual(warnings);
  });
}

test('the box has its name, and its price is watched too', () => {
  const { changes, warnings } = edit((values) => {
    values['shop.json'].branchBox.price = '£3.99';
  });
  expect(changes).toEqual(['Branch box: £39.99 to £3.99']);
  expect(warnings).toEqual(['Branch box: £39.99 to £3.99 is more than 30 % cheaper']);
});

for (const text of ['Allow {visit.length for it.', 'Allow visit.length} for it.', 'Allow {visit length}.']) {
  test(`a stray brace is found: ${text}`, () => {
    const { warnings } = edit((values) => {
      values['pages/home.md'].hero = text;
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^pages\/home\.md, hero: a brace that belongs to no token/),
    ]);
  });
}

test('a new file’s values are looked at as well', () => {
  const after = { ...PUBLISHED, 'pages/new.md': { hero: 'Allow {visit.length.' } };
  expect(compareContent(PUBLISHED, after, TODAY).warnings).toHaveLength(1);
});

type Edit = (values: typeof PUBLISHED) => void;
const setWeek =
  (id: string, orderBy = id): Edit =>
  (values) =>
    values['shop.json'].weeks.splice(0, 1, { id, orderBy });
const setSeason =
  (from: string, to: string): Edit =>
  (values) =>
    Object.assign(values['season/trees.json'], { from, to });
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

for (const [what, change, warning] of [
  ['a cut-off a year late', setWeek('2025-11-17', '2026-11-14'), 'Saturday 14 November 2026, is after it'],
  ['a cut-off in the past', setWeek('2025-11-17', '2025-11-07'), 'Friday 7 November 2025 is past'],
  ['a week in the past', setWeek('2025-10-27'), 'Sunday 2 November 2025 is past'],
  ['a week out of reach', setWeek('2052-11-18'), 'more than a year away from the season'],
  ['a notice that is over', addNotice('2025-11-01', '2025-11-02'), 'Sunday 2 November 2025 is past'],
  ['a notice out of reach', addNotice('2025-12-09', '2052-12-09'), 'more than a year away from the season'],
  ['a notice of 301 letters', addNotice('2025-12-09', '2025-12-09', 'x'.repeat(301)), '301 letters'],
  ['a single day in the past', setLateNight('2025-11-04'), 'Tuesday 4 November 2025 is past'],
  ['a Saturday that is left out', setWeekdays('Mon-Fri'), 'a.json, rows: Saturday: neither open nor closed'],
  ['a taller tree that is cheaper', setTaller('£41.99'), '8-9ft is £41.99, but 7-8ft is £42. Is that meant?'],
  ['a number short of a digit', setPhone('01632 960 01'), '01632 960 01 has 10 digits'],
  ['a season that is over', setSeason('2024-11-21', '2024-12-21'), 'this season is over'],
  ['a season out of reach', setSeason('2025-11-21', '2052-12-21'), 'more than a year away'],
] as const) {
  test(`${what} gives one warning`, () => {
    expect(edit(change).warnings).toEqual([expect.stringContaining(warning)]);
  });
}

for (const [what, change] of [
  ['a cut-off on the Friday before', setWeek('2025-12-01', '2025-11-28')],
  ['a notice since yesterday, of 300 letters', addNotice('2025-11-09', '2025-11-10', 'x'.repeat(300))],
  ['a late night in the season', setLateNight('2025-12-11')],
  ['a taller tree at the same price', setTaller('£42')],
  ['another whole number', setPhone('01632 960 002')],
  ['the next season', setSeason('2026-11-20', '2026-12-23')],
] as const) {
  test(`${what} gives no warning`, () => {
    expect(edit(change).warnings).toEqual([]);
  });
}

test('a stale notice whose words alone are changed still gives a warning', () => {
  const { warnings } = edit((values) => {
    values['notices.json'] = [{ id: 'old', text: 'New.', from: '2024-12-01', to: '2024-12-02' }];
  });
  expect(warnings).toEqual(['notices.json, notice ‘New.’: Monday 2 December 2024 is past']);
});

test('two price lists that become alike give a warning, and lists that were alike do not', () => {
  const alike = { ...PUBLISHED, 'prices/standard.json': makeList('Price list', '£42', '£500') };
  const twins = 'prices/home.json and prices/standard.json: both lists now have the same prices';
  expect(compareContent(PUBLISHED, alike, TODAY).warnings).toEqual([twins]);
  const both = {
    'prices/home.json': makeList('Home page prices', '£43', '£500'),
    'prices/standard.json': makeList('Price list', '£43', '£500'),
  };
  expect(compareContent(alike, { ...alike, ...both }, TODAY).warnings).toEqual([]);
});
