import { expect, test } from '@playwright/test';
import { costOf } from '../support/sample-order.ts';
import { mainText } from './built-site.ts';

// Written from section 9 of the specification, not from content/: a figure that is lost or changed there fails here.
// Ranges have the dash of pages, and each time is said once.

function feetSteps(from: number, prices: readonly (number | string)[]): string[] {
  return prices.map((price, index) => `${from + index}–${from + index + 1}ft £${price}`);
}

/** Rows of several kinds, one column each, from the smallest size; a kind may end before another does. */
function rowsOf(sizes: readonly string[], ...kinds: readonly (readonly (number | string)[])[]): string[] {
  const say = (price: number | string | undefined) => (price === undefined ? '–' : `£${price}`);
  return sizes.map((size, row) => [size, ...kinds.map((prices) => say(prices[row]))].join(' '));
}

const feet = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${from + index}–${from + index + 1}ft`);
const FIRS = [34, 42, 48, 56, 70, 85, 100, 120];
const SPRUCE = [20, 28, 34, 42, 53, 65, 80, 100, 120, 140, 160];

const HOURS_A = ['Mon–Fri 9am–4:30pm', 'Sat–Sun 9am–5pm', 'Christmas Eve 9am–2pm'];
const HOURS_B = ['Mon–Sat 10am–5pm', 'Sun 10am–4pm', 'Christmas Eve 9am–2pm'];
const LOCAL = ['9am–5pm', 'late November to 24 December'];

const FIGURES: Record<string, readonly string[]> = {
  '/': [
    '21 November to 21 December',
    ...HOURS_A,
    ...HOURS_B,
    '3ft to 12ft',
    ...feetSteps(4, [35, 44, 50, 59, 74, 89, 105, 125, 150, 180, 200]),
    ...feetSteps(4, [20, 30, 35, 50, 55, 70, 85, 105, 125, 145, 165]),
    ...feetSteps(4, [35, 44, 50, 59]),
    '4–6ft £35',
    '£46',
    '£35 to £56',
    'From £35',
    'Complimentary',
  ],
  '/pick-your-own': [
    '25 November to 21 December 2025',
    ...HOURS_B,
    ...rowsOf(feet(3, 8), [35, 42, 50, 60, 72], [28, 34, 40, 48, 58]),
    'Netting is included',
    '1–2 hours',
    'Complimentary',
    'Various prices',
    'No extra charge',
  ],
  '/about-us': ['25 November to 21 December 2025', ...HOURS_A, '1–2cm', '10 minutes from M5 Junction 24'],
  '/tree-varieties': [
    '21 November to 21 December',
    '4ft to 15ft',
    '4ft to 8ft',
    '4ft to 20ft',
    'From £35',
    'From £20',
    '1–2cm',
    '4–6 weeks',
    '2–3 weeks',
  ],
  '/tree-stands': ['£46', 'up to 8ft', '£35', 'up to 7ft', '£45', 'up to 10ft', '£56', 'up to 12ft'],
  '/visit': [
    '25 November to 21 December 2025',
    ...HOURS_B,
    'Nordmann Fir 4–9ft From £40',
    'Fraser Fir 4–8ft From £45',
    'Norway Spruce 4–10ft From £30',
    '30–60 minutes',
    'Free parking',
  ],
  '/book-now': ['25 November to 21 December 2025', ...HOURS_B, ...rowsOf(feet(4, 15), FIRS, FIRS, SPRUCE)],
  '/contact-us': ['Friday 21 November to 21 December 2025', ...HOURS_B],
  '/wholesale': [
    '30+ years',
    '50+ minimum order',
    '100% fresh cut',
    '3ft to 22ft',
    '50 trees',
    '100 trees',
    '24 hours',
    ...rowsOf(
      ['4–5ft', '5–7ft', ...Array.from({ length: 14 }, (_, index) => `${index + 7}ft`)],
      [17, 21, 25, 29, 37, 53, 58, 63, 73, 89, 105, 121],
      ['11.50', 15, 18, 21, 32, 43, 48, 53, 63, 75, 87, 99, 111, 126, 156, 186],
    ),
    '4–6ft £20',
    '2–3ft £10',
  ],
  '/faq': [
    '4ft to 10ft',
    '3 days',
    '10%',
    '24 hours',
    '4–6 weeks',
    '2–3 weeks',
    '1–2cm',
    'assistance dogs',
    'November',
  ],
  '/prices': [
    ...rowsOf(feet(4, 15), FIRS, FIRS, SPRUCE),
    'Popular',
    'Complimentary',
    'Various prices',
    'No extra charge',
    'Small fee',
    'card, contactless or cash',
  ],
  '/care-guide': [
    '2–3cm',
    '1cm more',
    'a pint',
    'twice daily for the first 48 hours',
    '10 minutes',
    '4–6 weeks',
    '2–3 weeks',
  ],
  '/directions': [
    '5–10 minutes',
    '10–20 minutes',
    'Taunton 25 minutes',
    'Burnham-on-Sea 25 minutes',
    'Weston-super-Mare 30 minutes',
    'Yeovil 55 minutes',
  ],
  '/christmas-trees-bridgwater': [...LOCAL, '10–20 minutes'],
  '/christmas-trees-somerset': [...LOCAL, '55 minutes'],
  '/christmas-trees-taunton': [...LOCAL, '25 minutes'],
  '/christmas-trees-burnham-on-sea': [...LOCAL, '25 minutes'],
  '/nordmann-branches': [
    `£${costOf(1)}`,
    'Week of 17 Nov',
    'Week of 24 Nov',
    'Week of 1 Dec',
    'Week of 8 Dec',
    'Week of 15 Dec',
  ],
  '/nordmann-foliage-payment': [`£${costOf(1)} per box`],
};

test('every page shows its figures of section 9', () => {
  for (const [path, figures] of Object.entries(FIGURES)) {
    const text = mainText(path);
    // Which sizes are popular stands between the size and its prices.
    const rows = text.replaceAll(' Popular £', ' £');
    expect
      .soft(
        figures.filter((figure) => !holds(text, figure) && !holds(rows, figure)),
        path,
      )
      .toEqual([]);
  }
});

/** Whether the text contains the figure on its own, and not within a longer one (£35 in £350, 4–5ft in 14–5ft). */
function holds(text: string, figure: string): boolean {
  const escaped = figure.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d£.–-])${escaped}(?![\\d]|\\.\\d)`, 'i').test(text);
}
