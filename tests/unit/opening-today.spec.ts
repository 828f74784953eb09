import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  findHours,
  findOpeningState,
  listOpenDays,
  listSpecialHours,
  type Opening,
} from '../../src/domain/content/opening-days.ts';
import {
  describeOpening,
  makeBriefTimetable,
  makeDayCounter,
  makeOpeningTimetable,
} from '../../src/domain/content/opening-today.ts';
import type { Timetable } from '../../src/domain/content/timetable.ts';
import { findLondonInstant, type IsoDay, listDays, listMonths } from '../../src/domain/dates.ts';
import { hoursSchema, seasonSchema } from '../../src/domain/schemas/hours.ts';
import { noticeSchema } from '../../src/domain/schemas/notice.ts';
import { runOpeningScript } from '../support/opening-script.ts';

type DayCounter = Pick<Timetable, 'from' | 'times'>;

const FIXTURES = 'tests/fixtures/content';
const read = (file: string) => JSON.parse(readFileSync(`${FIXTURES}/${file}.json`, 'utf8')) as unknown;
const season = (name: string) => seasonSchema.parse(read(`season/${name}`));
const hours = (name: string) => hoursSchema.parse(read(`hours/${name}`));

/** Each season and each week of hours that pages show, and a farm that is open all year with everything that hours can say. */
const OPENINGS: Record<string, Opening> = {
  home: { season: season('trees'), hours: hours('a'), notices: [] },
  visit: { season: season('visits'), hours: hours('b'), notices: [] },
  towns: { season: season('local'), hours: hours('daily'), notices: [] },
  'all year': {
    season: seasonSchema.parse({ name: 'All year', from: '2025-02-01', to: '2026-01-05' }),
    hours: hoursSchema.parse({
      name: 'Everything',
      rows: [
        { days: 'Tuesday', closed: true },
        { days: 'Wednesday to Thursday', opens: '09:30', closes: '16:00' },
        { days: 'Fri', opens: '10:00', closes: '21:30' },
        { days: 'Sat-Sun', opens: '00:00', closes: '23:59' },
        { days: 'Christmas Eve', opens: '09:00', closes: '14:00' },
      ],
      specialDays: [
        { day: '2025-12-25', name: 'Christmas Day', closed: true },
        { day: '2025-12-26', name: 'Boxing Day', closed: true },
        { day: '2025-12-29', name: 'A Monday', opens: '11:00', closes: '12:00' },
        { day: '2026-01-10', name: 'Tree recycling', opens: '10:00', closes: '12:00' },
      ],
    }),
    notices: [],
  },
};

/** A notice of everything that one can say: on a weekday, the first day, special days, Christmas Eve, outside the season. */
const NOTICES = [
  ['2025-11-21', '2025-11-21', { closed: true }],
  ['2025-12-09', '2025-12-11', { closed: true }],
  ['2025-12-10', '2025-12-10', {}],
  ['2025-12-13', '2025-12-13', { opens: '11:00', closes: '15:30' }],
  ['2025-12-23', '2025-12-26', { opens: '10:00', closes: '12:00' }],
  ['2026-01-20', '2026-01-21', { opens: '13:00', closes: '14:00' }],
].map(([from, to, hours], index) =>
  noticeSchema.parse({ id: `notice-${index}`, text: 'Words.', from, to, ...(hours as object) }),
);
for (const name of ['home', 'visit', 'towns'])
  OPENINGS[`${name}, with notices`] = { ...(OPENINGS[name] as Opening), notices: NOTICES };

/** Weekdays that the rows of these readings name, written out anew. */
const COVERED: Record<string, string> = {
  'Mon-Fri': 'Mon Tue Wed Thu Fri',
  'Mon-Sat': 'Mon Tue Wed Thu Fri Sat',
  'Sat-Sun': 'Sat Sun',
  Sun: 'Sun',
  Daily: 'Mon Tue Wed Thu Fri Sat Sun',
  Tuesday: 'Tue',
  'Wednesday to Thursday': 'Wed Thu',
  Fri: 'Fri',
  'Christmas Eve': '',
};

/** The clock on a wall in London, by the computer's own table of time zones. */
const WALL = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const walls = new Map<number, { weekday: string; day: IsoDay; time: string }>();
function readWall(instant: Date) {
  const known = walls.get(instant.getTime());
  if (known) return known;
  const parts = Object.fromEntries(WALL.formatToParts(instant).map(({ type, value }) => [type, value]));
  const wall = {
    weekday: parts.weekday ?? '',
    day: `${parts.year}-${parts.month}-${parts.day}` as IsoDay,
    time: `${parts.hour}:${parts.minute}`,
  };
  walls.set(instant.getTime(), wall);
  return wall;
}

function isWithinHours({ season, hours, notices }: Opening, instant: Date): boolean {
  const { weekday, day, time } = readWall(instant);
  const told = notices.find((each) => (each.closed || each.opens) && each.from <= day && day <= each.to);
  const special = hours.specialDays?.find((each) => each.day === day);
  const eve = day === '2025-12-24' && hours.rows.find(({ days }) => days === 'Christmas Eve');
  const usual =
    season.from <= day && day <= season.to
      ? hours.rows.find(({ days }) => COVERED[days]?.includes(weekday))
      : undefined;
  const times = told ?? special ?? (eve || usual);
  return Boolean(times?.opens && times.closes && times.opens <= time && time < times.closes);
}

const TIMES = ['00:00', '00:30', '08:59', '09:00', '09:29', '09:30', '09:59', '10:00', '11:30', '13:59'];
const LATE_TIMES = ['14:00', '15:59', '16:29', '16:30', '16:59', '17:00', '19:00', '21:29', '21:30', '23:59'];

/** Whether a day is of the winter that has the special days and notices; all others are like the next of their weekday. */
const isOfWinter = (day: IsoDay) => '2025-11-14' <= day && day <= '2026-01-25';

/** Times of each day of two years, and each quarter of an hour of the nights when the clocks change. */
const INSTANTS = [
  ...listMonths('2025-01-01' as IsoDay, '2026-12-31' as IsoDay)
    .flatMap(listDays)
    .flatMap((day) =>
      (isOfWinter(day) ? [...TIMES, ...LATE_TIMES] : ['00:00', '09:59', '16:30', '21:29']).map((time) =>
        findLondonInstant(day, time),
      ),
    ),
  ...['2025-03-29', '2025-10-25', '2026-03-28', '2026-10-24'].flatMap((evening) =>
    Array.from({ length: 48 }, (_, index) => new Date(Date.parse(`${evening}T18:00Z`) + index * 900_000)),
  ),
].sort((a, b) => a.getTime() - b.getTime());

for (const [name, opening] of Object.entries(OPENINGS)) {
  test.describe(name, () => {
    const openDays = listOpenDays(opening);

    test('each day has one pair of hours, wherever they are asked for', () => {
      const days = listMonths('2025-01-01' as IsoDay, '2026-12-31' as IsoDay).flatMap(listDays);
      const wrong = days.filter((day) => {
        const { opens, closes } = findHours(opening, day);
        const own = openDays.find((each) => each.day === day);
        const special = listSpecialHours(opening).filter(({ from, to }) => from <= day && day <= to);
        if (special.length > 1) return true;
        const isOpen = opens !== undefined && closes !== undefined;
        if (isOpen !== (own !== undefined) || own?.opens !== opens || own?.closes !== closes) return true;
        const state = isOpen && findOpeningState(opening, findLondonInstant(day, opens));
        return state && (state.kind !== 'open' || state.closes !== closes);
      });
      expect(wrong).toEqual([]);
    });

    const stateAt = (instant: Date) => findOpeningState(opening, instant, openDays);

    test('it is open exactly within the hours of the day, and until the time that is told', () => {
      const wrong = INSTANTS.filter((instant) => {
        const state = stateAt(instant);
        if ((state.kind === 'open') !== isWithinHours(opening, instant)) return true;
        if (state.kind !== 'open') return false;
        const end = findLondonInstant(readWall(instant).day, state.closes);
        return isWithinHours(opening, end) || !isWithinHours(opening, new Date(end.getTime() - 1));
      });
      expect(wrong).toEqual([]);
    });

    test('the day and time that are named are the next at which it is open', () => {
      let nextOpen: Date | undefined;
      const wrong = INSTANTS.toReversed().filter((instant) => {
        const state = stateAt(instant);
        if (state.kind === 'open') nextOpen = instant;
        if (state.kind === 'open') return false;
        if (state.kind !== 'opens') return nextOpen !== undefined;
        const start = findLondonInstant(state.day, state.opens);
        return (
          start <= instant || stateAt(start).kind !== 'open' || nextOpen === undefined || nextOpen < start
        );
      });
      expect(wrong).toEqual([]);
      expect(nextOpen).toBeDefined();
    });

    test('in brief it says whether it is open, and nothing once the next season should be known', () => {
      const nextSeason = `2026-${opening.season.from.slice(5, 7)}-01`;
      const ask = runOpeningScript(makeBriefTimetable(opening));
      const wrong = INSTANTS.filter((instant) => {
        const rest = readWall(instant).day < nextSeason ? 'Closed' : '';
        return ask(instant) !== (isWithinHours(opening, instant) ? 'Open' : rest);
      });
      expect(wrong).toEqual([]);
      expect(makeBriefTimetable(opening).times).toBe(makeOpeningTimetable(opening).times);
    });

    test('the script says at each instant what the domain says, and counts days', () => {
      const days = listMonths(opening.season.from, opening.season.to).flatMap(listDays);
      const ask = runOpeningScript(makeOpeningTimetable(opening));
      const askDay = runOpeningScript({ texts: {}, ...(makeDayCounter(days) as DayCounter) }, days.length);
      const wrong = INSTANTS.filter((instant) => {
        const today = days.indexOf(readWall(instant).day);
        const isRight = ask(instant) === describeOpening(opening, instant, openDays);
        return !isRight || askDay(instant) !== (today < 0 ? '' : String(today));
      });
      expect(wrong).toEqual([]);
    });
  });
}

const MOMENTS: [page: string, instant: string, sentence: string][] = [
  ['home', '2025-07-10T12:00Z', 'Opens Friday 21 November'],
  ['home', '2025-11-20T12:00Z', 'Opens tomorrow at 9am'],
  ['home', '2025-11-21T08:00Z', 'Opens today at 9am'],
  ['home', '2025-11-21T12:00Z', 'Open today until 4:30pm'],
  ['home', '2025-11-22T12:00Z', 'Open today until 5pm'],
  ['visit', '2025-11-22T12:00Z', 'Opens Tuesday 25 November'],
  ['visit', '2025-12-21T19:00Z', 'Opens Wednesday 24 December'],
  ['visit', '2025-12-22T12:00Z', 'Closed today; opens Wednesday 24 December'],
  ['visit', '2025-12-23T12:00Z', 'Closed today; opens tomorrow at 9am'],
  ['visit', '2025-12-24T12:00Z', 'Open today until 2pm'],
  ['visit', '2025-12-26T12:00Z', 'Closed for the season; we open again in November'],
  ['visit', '2026-10-31T23:59Z', 'Closed for the season; we open again in November'],
  ['visit', '2026-11-01T00:00Z', 'The 2025 season is over'],
  ['towns', '2025-07-10T12:00Z', 'Opens in late November'],
  ['towns', '2025-11-21T23:59Z', 'Opens in late November'],
  ['towns', '2025-12-24T16:59Z', 'Open today until 5pm'],
  ['all year', '2025-12-25T12:00Z', 'Closed today; opens Saturday 27 December'],
  ['home, with notices', '2025-11-20T12:00Z', 'Opens Saturday 22 November'],
  ['home, with notices', '2025-11-21T12:00Z', 'Closed today; opens tomorrow at 9am'],
  ['home, with notices', '2025-12-08T17:00Z', 'Opens Friday 12 December'],
  ['home, with notices', '2025-12-09T12:00Z', 'Closed today; opens Friday 12 December'],
  ['visit, with notices', '2025-12-13T10:30Z', 'Opens today at 11am'],
  ['visit, with notices', '2025-12-13T12:00Z', 'Open today until 3:30pm'],
  ['towns, with notices', '2025-12-24T11:00Z', 'Open today until 12pm'],
  ['towns, with notices', '2025-12-26T13:00Z', 'Opens Tuesday 20 January'],
  ['towns, with notices', '2025-07-10T12:00Z', 'Opens in late November'],
];
for (const [page, instant, sentence] of MOMENTS) {
  test(`${page} at ${instant}: ${sentence}`, () => {
    expect(describeOpening(OPENINGS[page] as Opening, new Date(instant))).toBe(sentence);
  });
}
