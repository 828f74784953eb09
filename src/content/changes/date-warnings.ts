import { addDays, formatDay, type IsoDay } from '#domain/dates.ts';
import type { ContentValues } from '../reader/read-files.ts';

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

/** More would fill a phone, on every page. */
export const LONGEST_NOTICE = 300;
const YEAR = 365;
/** The next season may begin later in its year than the day on which it is entered, shortly after the last one began. */
const FURTHEST_SEASON = YEAR + 60;

/** Seasons, delivery weeks, single days and notices that are new or changed and whose days look mistaken. */
export function findDateWarnings(before: ContentValues, after: ContentValues, today: IsoDay): string[] {
  const seasons = Object.keys(after).filter((file) => file.startsWith('season/'));
  const judge = makeJudge(
    seasons.map((file) => after[file] as Season),
    today,
  );
  const changed = <T>(file: string, list: (value: never) => T[] | undefined): T[] => {
    const listIn = (values: ContentValues) =>
      (values[file] === undefined ? [] : list(values[file] as never)) ?? [];
    const known = new Set(listIn(before).map((each) => JSON.stringify(each)));
    return listIn(after).filter((each) => !known.has(JSON.stringify(each)));
  };
  const inSeasons = seasons.flatMap((file) =>
    changed(file, (season: Season) => [{ from: season.from, to: season.to }]).flatMap((season) =>
      judgeSeason(season, today).map((warning) => `${file}: ${warning}`),
    ),
  );
  const inHours = Object.keys(after)
    .filter((file) => file.startsWith('hours/'))
    .flatMap((file) =>
      changed(file, (hours: { specialDays?: { day: IsoDay }[] }) => hours.specialDays).flatMap(({ day }) =>
        judge(day, day).map((warning) => `${file}, special day: ${warning}`),
      ),
    );
  const inWeeks = changed('shop.json', ({ weeks }: { weeks?: Week[] }) => weeks).flatMap((week) =>
    judgeWeek(week, judge).map((warning) => `shop.json, week of ${formatDay(week.id, 'year')}: ${warning}`),
  );
  const inNotices = changed('notices.json', (notices: Notice[]) => notices).flatMap((notice) =>
    judgeNotice(notice, judge).map(
      (warning) => `notices.json, notice ‘${notice.text.slice(0, 40)}’: ${warning}`,
    ),
  );
  return [...inSeasons, ...inHours, ...inWeeks, ...inNotices];
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
  const sunday = addDays(id, 6);
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
