import { expect, test } from '@playwright/test';
import { fillNotices } from '../../api/site/fill-site.ts';
import { loadSiteSnapshot, readPage as readFilled } from '../../api/site/site-snapshot.ts';
import { addDays, findLondonInstant, type IsoDay, weekdayIndex } from '../../src/domain/dates.ts';
import { noticeSchema } from '../../src/domain/schemas/notice.ts';
import { runOpeningScript } from '../support/opening-script.ts';
import { EXTENDED_DIST } from '../support/test-site.ts';
import { pagePaths, readPage, textOf } from './built-site.ts';

// What visitors read of each day in two winters: a page's sentences, its quick bar, its calendar and its list of hours.

const TIMES = [
  '00:00',
  '08:59',
  '09:00',
  '10:00',
  '13:59',
  '14:00',
  '16:29',
  '16:30',
  '17:00',
  '20:30',
  '23:59',
];
const DAYS: IsoDay[] = [];
for (let day = '2025-10-01' as IsoDay; day <= '2027-01-31'; day = addDays(day, 1)) DAYS.push(day);
const INSTANTS = DAYS.flatMap((day) =>
  TIMES.map((time) => ({ day, time, at: findLondonInstant(day, time) })),
);
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const SENTENCE =
  /^(Open today until (?<until>\S+)|(?<opens>(Closed today; o|O)pens (?<when>today|tomorrow|.+?)( at (?<at>\S+))?)|Closed for the season; we open again in November|The 2025 season is over)$/;

/** The hours that the page lists, by what it calls a day: `Mon–Sat` to `10am–5pm`. */
function readHours(html: string): [days: string, hours: string][] {
  const [list = ''] = html.match(/<figure [^>]*class="hours[\s\S]*?<\/figure>/) ?? [];
  return [...list.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(
    ([, days = '', hours = '']) => [textOf(days), textOf(hours)],
  );
}

const FULL_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEK = FULL_WEEK.map((name) => name.slice(0, 3));

/** What the page's list says of a day: a notice before a special day, and that before its weekday. */
function findHours(hours: [string, string][], day: IsoDay): string | undefined {
  const date = DATE.format(new Date(day));
  const told = hours.find(([days]) => days.startsWith(`${FULL_WEEK[weekdayIndex(day)]} ${date}`));
  const special = hours.find(
    ([days]) => days.endsWith(`, ${date}`) || (days === 'Christmas Eve' && date === '24 December'),
  );
  const usual = hours.find(([days]) => {
    const [first = -1, last = first] = days.split(/–| to /).map((name) => WEEK.indexOf(name.slice(0, 3)));
    const isOfWeek = !/\d/.test(days) && first <= weekdayIndex(day) && weekdayIndex(day) <= last;
    return days === 'Daily' || isOfWeek;
  });
  return (told ?? special ?? usual)?.[1];
}

/** `4:30pm` in minutes. */
function readTime(text: string): number {
  const [, hour = 0, minute = 0, half] = /^(\d+)(?::(\d+))?(am|pm)$/.exec(text) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === 'pm' ? 720 : 0);
}

const asks = new Map<string, ReturnType<typeof runOpeningScript>>();
/** Equal places say the same: each is asked once. */
function ask(place: Parameters<typeof runOpeningScript>[0], cellCount = 0) {
  const key = JSON.stringify([place, cellCount]);
  const known = asks.get(key) ?? runOpeningScript(place, cellCount);
  asks.set(key, known);
  return known;
}

/** The places of a page that know the day, as the browser would fill them. */
function readPlaces(html: string) {
  const places = [...html.matchAll(/<opening-today([^>]*)>/g)].map(([, attributes = '']) => {
    const data = Object.fromEntries(
      [...attributes.matchAll(/data-(\w+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const { from = '', times = '', opening: _, ...texts } = data;
    return { from, times, texts };
  });
  const calendar = html.match(/<figure [^>]*class="calendar[\s\S]*?<\/figure>/)?.[0] ?? '';
  const cells = [...calendar.matchAll(/<span(?: class="([^"]*)")?>\s*\d+\s*<\/span>/g)].map(
    ([, names = '']) => names.split(' ').includes('open'),
  );
  const isBar = ({ texts }: (typeof places)[number]) => Object.values(texts).includes('Closed');
  const isDay = ({ texts }: (typeof places)[number]) => Object.keys(texts).length === 0;
  const isPast = ({ texts }: (typeof places)[number]) =>
    Object.values(texts).some((text) => text.startsWith('Hours in'));
  const sentences = places.filter((place) => !isBar(place) && !isDay(place) && !isPast(place));
  return {
    sentenceCount: sentences.length,
    sentences: new Set(sentences.map((place) => ask(place))),
    pasts: new Set(places.filter(isPast).map((place) => ask(place))),
    bars: new Set(places.filter(isBar).map((place) => ask(place))),
    dayCounters: new Set(places.filter(isDay).map((place) => ask(place, cells.length))),
    data: places,
    cells,
    hours: readHours(html),
  };
}

/** The first day of the calendars. */
const CALENDAR_START = DAYS.indexOf('2025-11-01' as IsoDay);

/** What contradicts itself on a page at an instant. */
function findFaults(
  page: ReturnType<typeof readPlaces>,
  { day, time, at: instant }: (typeof INSTANTS)[number],
): string[] {
  const [sentence = '', ...others] = new Set([...page.sentences].map((say) => say(instant)));
  const says = SENTENCE.exec(sentence)?.groups;
  const isOpen = says?.until !== undefined;
  const bar = isOpen ? 'Open' : sentence.endsWith('is over') ? '' : 'Closed';
  const place = DAYS.indexOf(day) - CALENDAR_START;
  const isOpenDay = page.cells[place];
  const [opens = '', closes = ''] = findHours(page.hours, day)?.split('–') ?? [];
  const now = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const isWithinHours = readTime(opens) <= now && now < readTime(closes);
  const isTodayNamed = isOpen || says?.when === 'today';
  const faults = {
    'two sentences': others.length > 0,
    'an unknown sentence': says === undefined,
    'another quick bar': [...page.bars].some((say) => say(instant) !== bar),
    'hours that can be kept are called past, or the other way round': [...page.pasts].some(
      (say) => (say(instant) === '') !== (isOpen || says?.opens !== undefined),
    ),
    'another day is marked': [...page.dayCounters].some(
      (say) => say(instant) !== (isOpenDay === undefined ? '' : String(place)),
    ),
    'open outside the listed hours': isOpen && (closes !== says.until || !isWithinHours),
    'another opening time': says?.when === 'today' && (opens !== says.at || now >= readTime(opens)),
    'open on a closed day of the calendar': isTodayNamed && isOpenDay === false,
    'closed on an open day of the calendar': sentence.startsWith('Closed today') && isOpenDay === true,
    'not open within the hours of an open day': !isOpen && isWithinHours && isOpenDay === true,
  };
  return Object.entries(faults).flatMap(([fault, isFound]) =>
    isFound ? [`${day} ${time}: ${fault}: ${[sentence, ...others].join(' / ')}`] : [],
  );
}

/** On a weekday, beside it, on a special day, on Christmas Eve and after the season. */
const NOTICES = [
  { from: '2025-12-02', closed: true },
  { from: '2025-12-03', opens: '10:00', closes: '14:00' },
  { from: '2025-12-04', closed: true },
  { from: '2025-12-24', opens: '09:00', closes: '16:30' },
  { from: '2025-12-26', opens: '10:00', closes: '17:00' },
].map((notice, index) => ({ ...notice, id: `notice-${index}`, text: 'Words.', to: notice.from }));

test('on each day of two winters, a page of a site with special days and notices agrees with itself', async () => {
  const site = await fillNotices(await loadSiteSnapshot(EXTENDED_DIST), noticeSchema.array().parse(NOTICES));
  const paths = pagePaths(EXTENDED_DIST).filter((path) => site.paths.has(path));
  const pages = paths.filter((path) => readPage(path, EXTENDED_DIST).includes('class="hours"'));
  expect(pages.length).toBeGreaterThan(9);
  const seen = new Set<string>();
  for (const path of pages) {
    const page = readPlaces(readFilled(site, path) ?? '');
    expect(page.sentenceCount, path).toBeGreaterThan(0);
    const { data, cells, hours } = page;
    const key = JSON.stringify([data, cells, hours]);
    if (seen.has(key)) continue;
    seen.add(key);
    // What it says of each day agrees with this list, into which the service has written the notices.
    expect(hours, path).toContainEqual([expect.stringContaining('2 December'), 'Closed']);
    const faults = INSTANTS.flatMap((each) => findFaults(page, each));
    expect(faults.slice(0, 9), path).toEqual([]);
  }
  const data = readFilled(site, '/') ?? '';
  expect(data, 'search engines know it too').toMatch(
    /"opens":"00:00","closes":"00:00","validFrom":"2025-12-02"/,
  );
});
