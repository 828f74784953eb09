import { parseDays } from '#domain/content/opening-hours.ts';
import { fillTokens, findTokens } from '#domain/content/tokens.ts';
import { parseSize } from '#domain/content/trees.ts';
import { addDays, formatDay, type IsoDay, nameMonth, WEEKDAYS } from '#domain/dates.ts';
import { sundayOf } from '#domain/delivery/weeks.ts';
import { parsePrice } from '#domain/money.ts';
import type { ContentValues } from '../reader/parse-content.ts';
import type { FieldPath } from '../reader/problems.ts';
import type { ContentChange } from './list-changes.ts';

/** What looks like a mistake, or can be right, but rarely is. */
export interface ContentWarning {
  readonly file: string;
  /** Empty for the whole file. */
  readonly path: FieldPath;
  readonly words: string;
}

const LARGEST_CHANGE_PERCENT = 30;

/** What looks like a mistake in one new value: at most one warning. */
export function findValueWarning({ file, path, old, new: now }: ContentChange): ContentWarning[] {
  if (typeof now !== 'string') return [];
  const words = findPriceWarning(old, now) ?? findStrayBrace(now);
  return words === undefined ? [] : [{ file, path, words }];
}

function findPriceWarning(old: unknown, now: string): string | undefined {
  const price = parsePrice(now);
  if (price === null) return undefined;
  if (price === 0) return 'the price is £0';
  const oldPrice = typeof old === 'string' ? parsePrice(old) : null;
  if (oldPrice === null || Math.abs(price - oldPrice) * 100 <= oldPrice * LARGEST_CHANGE_PERCENT)
    return undefined;
  return `${old} to ${now} is more than ${LARGEST_CHANGE_PERCENT} % ${price > oldPrice ? 'dearer' : 'cheaper'}`;
}

function findStrayBrace(text: string): string | undefined {
  const withoutTokens = fillTokens(text, new Map(findTokens(text).map((name) => [name, ''])));
  const at = withoutTokens.search(/[{}]/);
  if (at === -1) return undefined;
  const around = withoutTokens.slice(Math.max(0, at - 15), at + 25);
  return `a brace that belongs to no token would be shown as it is: ${around}`;
}

/** What is read of the files. They are raw, so any part may be absent. */
interface Read {
  rows?: { days: string }[];
  groups?: { id: string; sizes?: { size: string; price: string }[] }[];
  phone?: string;
  from?: IsoDay;
  fromWords?: string;
}

/**
 * What the content says that can be right, but rarely is.
 * @param known what is published: its warnings are left out
 */
export function findOddValues(values: ContentValues, known: ContentValues = {}): ContentWarning[] {
  const old = listOddValues(known).map((each) => JSON.stringify(each));
  return listOddValues(values).filter((each) => !old.includes(JSON.stringify(each)));
}

function listOddValues(values: ContentValues): ContentWarning[] {
  return Object.entries(values).flatMap(([file, value]) => {
    const { rows, groups, phone, from, fromWords } = (value ?? {}) as Read;
    const warn = (path: FieldPath, words: string): ContentWarning => ({ file, path, words });
    if (file.startsWith('hours/') && rows)
      return findMissingDays(rows).map((words) =>
        warn(['rows'], `${words}: neither open nor closed. Is that meant?`),
      );
    if (file.startsWith('prices/') && groups) {
      return groups.flatMap(({ sizes }, index) =>
        findCheaperTrees(sizes).map((words) => warn(['groups', index], `${words}. Is that meant?`)),
      );
    }
    if (file.startsWith('season/') && from && fromWords)
      return findOtherStart(from, fromWords).map((words) => warn(['fromWords'], words));
    return file === 'farm.json' && phone ? findShortNumber(phone).map((words) => warn(['phone'], words)) : [];
  });
}

function findMissingDays(rows: NonNullable<Read['rows']>): string[] {
  const named = rows.flatMap(({ days }) => parseDays(days) ?? []);
  const missing = WEEKDAYS.filter((day) => !named.includes(day));
  return missing.length === 0 ? [] : [new Intl.ListFormat('en-GB').format(missing)];
}

function findCheaperTrees(sizes: NonNullable<Read['groups']>[number]['sizes'] = []): string[] {
  const byHeight = sizes
    .map(({ size, price }) => ({ size, price, feet: parseSize(size)?.highFeet, pence: parsePrice(price) }))
    .filter(({ feet, pence }) => feet !== undefined && pence !== null)
    .sort((a, b) => Number(a.feet) - Number(b.feet));
  return byHeight.flatMap((taller, index) => {
    const shorter = byHeight[index - 1];
    if (!shorter || taller.feet === shorter.feet || Number(taller.pence) >= Number(shorter.pence)) return [];
    return [`${taller.size} is ${taller.price}, but ${shorter.size} is ${shorter.price}`];
  });
}

/**
 * British numbers have ten digits after their first 0, and nine in some old areas (Ofcom's National Telephone Numbering
 * Plan). Any other one that lacks a digit also has nine, so nine are asked about too.
 */
function findShortNumber(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '').length;
  return digits >= 11 ? [] : [`${phone} has ${digits} digits, and most numbers have 11. Is one missing?`];
}

/** By a part of a month, its first and last date. They overlap: the 20th is in its middle, and late. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  early: [1, 12],
  mid: [8, 23],
  late: [18, 31],
};

/** Pages show the words in place of the day, which would otherwise be moved alone. */
function findOtherStart(from: IsoDay, fromWords: string): string[] {
  const [, part = '', month] = /^(?:(early|mid|late)\W)?(\w+)$/i.exec(fromWords.trim()) ?? [];
  const [first, last] = PARTS[part.toLowerCase()] ?? [1, 31];
  const date = Number(from.slice(8));
  if (month === undefined || (month === nameMonth(from) && first <= date && date <= last)) return [];
  return [`pages say ‘${fromWords}’ for ${formatDay(from, 'full')}. Is that meant?`];
}

interface Season {
  from: IsoDay;
  to: IsoDay;
}
interface Week {
  id: IsoDay;
  orderBy?: IsoDay;
}
interface Notice extends Season {
  text: string;
}
/** What is read of files with days. */
interface Dated extends Season {
  specialDays?: { day: IsoDay }[];
  weeks?: Week[];
}
/** One of the things with days. */
interface DatedItem {
  file: string;
  path: FieldPath;
  item: unknown;
  find: () => string[];
}

/** More would fill a phone, on every page. */
export const LONGEST_NOTICE = 300;
const YEAR = 365;
/** The next season may begin later in its year than the day on which it is entered, shortly after the last one began. */
const FURTHEST_SEASON = YEAR + 60;

/** Seasons, delivery weeks, single days and notices that are new or changed and whose days look mistaken. */
export function findDateWarnings(
  before: ContentValues,
  after: ContentValues,
  today: IsoDay,
): ContentWarning[] {
  const seasons = Object.keys(after).filter((file) => file.startsWith('season/'));
  const judge = makeJudge(
    seasons.map((file) => after[file] as Season),
    today,
  );
  const list = (values: ContentValues) =>
    Object.entries(values).flatMap(([file, value]): DatedItem[] => {
      const { from, to, specialDays, weeks } = (value ?? {}) as Dated;
      const each = <T>(path: FieldPath, items: readonly T[] = [], find: (item: T) => string[]) =>
        items.map((item, index) => ({ file, path: [...path, index], item, find: () => find(item) }));
      if (file.startsWith('season/'))
        return [{ file, path: [], item: { from, to }, find: () => judgeSeason({ from, to }, today) }];
      if (file.startsWith('hours/')) return each(['specialDays'], specialDays, ({ day }) => judge(day, day));
      if (file === 'shop.json') return each(['weeks'], weeks, (week) => judgeWeek(week, judge));
      if (file !== 'notices.json') return [];
      return each([], value as Notice[], (notice) => judgeNotice(notice, judge));
    });
  const key = ({ file, item }: DatedItem) => file + JSON.stringify(item);
  const known = new Set(list(before).map(key));
  return list(after)
    .filter((each) => !known.has(key(each)))
    .flatMap(({ file, path, find }) => find().map((words) => ({ file, path, words })));
}

/** Judges the first and last day of something by today and by the season. */
type Judge = (from: IsoDay, to: IsoDay) => string[];

function makeJudge(seasons: Season[], today: IsoDay): Judge {
  const first = seasons.map(({ from }) => from).sort()[0];
  const last = seasons
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return (from, to) => {
    const far = [from, to].find(
      (day) => first && last && (day < addDays(first, -YEAR) || day > addDays(last, YEAR)),
    );
    if (far) return [`${formatDay(far, 'full')} is more than a year away from the season`];
    return to < today ? [`${formatDay(to, 'full')} is past`] : [];
  };
}

function judgeSeason({ from, to }: Season, today: IsoDay): string[] {
  if (to < today) return [`this season is over: its last day is ${formatDay(to, 'full')}`];
  const isFar = (day: IsoDay) => day < addDays(today, -YEAR) || day > addDays(today, FURTHEST_SEASON);
  const far = [from, to].find(isFar);
  return far ? [`${formatDay(far, 'full')} is more than a year away`] : [];
}

function judgeWeek({ id, orderBy }: Week, judge: Judge): string[] {
  const sunday = sundayOf(id);
  if (orderBy && orderBy > sunday)
    return [`its last day to order, ${formatDay(orderBy, 'full')}, is after it`];
  const warnings = judge(id, sunday);
  return warnings.length > 0 || !orderBy ? warnings : judge(orderBy, orderBy);
}

function judgeNotice({ text, from, to }: Notice, judge: Judge): string[] {
  const isLong = text.length > LONGEST_NOTICE;
  return [
    ...judge(from, to),
    ...(isLong
      ? [`it has ${text.length} letters, and appears on every page; ${LONGEST_NOTICE} are plenty`]
      : []),
  ];
}
