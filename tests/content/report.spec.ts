import { readContent } from '../../src/content/reader/read-content.ts';
import { EVERY_PAGE, listShownOn, SEARCH_ENGINES } from '../../src/content/reader/shown-on.ts';
import { findDisagreements } from '../../src/content/report/disagreements.ts';
import { findTypedFigures } from '../../src/content/report/typed-figures.ts';
import { type ContentCopy, expect, test } from './test.ts';

async function disagreements(content: ContentCopy) {
  return findDisagreements((await readContent(content.dir)).content);
}

async function valuesOf(content: ContentCopy, fact: string) {
  const found = (await disagreements(content)).find((each) => each.fact === fact);
  return found?.statements.map(({ file, value, pages }) => ({ file, value, pages }));
}

test('the season has three readings, with the pages that show each', async ({ content }) => {
  expect(await valuesOf(content, 'Season, first day')).toEqual([
    {
      file: 'season/local.json',
      value: '22 November 2025',
      pages: expect.arrayContaining(['/christmas-trees-taunton']),
    },
    { file: 'season/trees.json', value: '21 November 2025', pages: ['/', '/contact-us', '/tree-varieties'] },
    {
      file: 'season/visits.json',
      value: '25 November 2025',
      pages: ['/about-us', '/book-now', '/pick-your-own', '/visit'],
    },
  ]);
});

test('finds all hours, prices, trims, sizes and visits that differ', async ({ content }) => {
  const facts = (await disagreements(content)).map(({ fact }) => fact);
  expect(facts).toEqual(
    expect.arrayContaining([
      'Hours, Monday to Friday',
      'Hours, Christmas Eve',
      'Nordmann Fir, 4-5ft',
      'Norway Spruce, 14-15ft',
      'Nordmann Fir, lowest price',
      'Fraser Fir, heights',
      'Cheapest tree',
      'How much to trim off the trunk base',
      'Sizes that we advertise',
      'How long a visit takes',
    ]),
  );
  // Both retail lists say £20. Pick-your-own and wholesale prices are for something else.
  expect(facts).not.toContain('Norway Spruce, 4-5ft');
});

test('finds a new disagreement, and drops a settled one', async ({ content }) => {
  const before = (await disagreements(content)).length;
  await content.replace('prices/home.json', '"£20"', '"£21"');
  expect(await valuesOf(content, 'Norway Spruce, 4-5ft')).toEqual([
    { file: 'prices/home.json', value: '£21', pages: ['/'] },
    { file: 'prices/standard.json', value: '£20', pages: expect.arrayContaining(['/prices']) },
  ]);
  await content.replace('facts/visit.json', '1-2 hours', '30-60 minutes');
  const facts = (await disagreements(content)).map(({ fact }) => fact);
  expect(facts).not.toContain('How long a visit takes');
  // One more for the 4-5ft spruce, one fewer for the visit. The cheapest tree differed before.
  expect(facts.length).toBeGreaterThanOrEqual(before);
});

test('a late night in some hours differs from what all others say of that day, with their seasons', async ({
  content,
}) => {
  const lateNight = (day: string) =>
    `"specialDays": [{ "day": "${day}", "name": "Late night", "opens": "09:00", "closes": "20:30" }],\n  "rows"`;
  for (const file of ['hours/a.json', 'hours/b.json'])
    await content.replace(file, '"rows"', lateNight('2025-12-04'));
  const places = {
    'hours/a.json': ['/', '/about-us'],
    'hours/b.json': expect.arrayContaining(['/', '/visit']),
  };
  const late = Object.entries(places).map(([file, pages]) => ({ file, value: '9am–8:30pm', pages }));
  const towns = expect.arrayContaining(['/christmas-trees-taunton', SEARCH_ENGINES]);
  expect(await valuesOf(content, 'Hours, Thursday 4 December 2025')).toEqual([
    ...late,
    { file: 'hours/daily.json', value: '9am–5pm', pages: towns },
  ]);
  for (const file of ['hours/a.json', 'hours/b.json'])
    await content.replace(file, '2025-12-04', '2025-11-21');
  // The season of the town pages begins a day later.
  expect(await valuesOf(content, 'Hours, Friday 21 November 2025')).toEqual([
    ...late,
    { file: 'hours/daily.json', value: 'Closed', pages: towns },
  ]);
  // A weekday without a row is closed.
  await content.replace('hours/daily.json', '"Daily"', '"Mon-Sat"');
  expect(await valuesOf(content, 'Hours, Sunday')).toContainEqual(
    expect.objectContaining({ file: 'hours/daily.json', value: 'Closed' }),
  );
});

test('knows every page on which a file can be read', async ({ content }) => {
  const { content: read } = await readContent(content.dir);
  const places = (file: string) => listShownOn(read, file);
  expect(places('hours/a.json')).toEqual(['/', '/about-us']);
  expect(places('hours/daily.json').slice(-2)).toEqual(['/christmas-trees-taunton', SEARCH_ENGINES]);
  expect(places('prices/pick-your-own.json')).toEqual(['/pick-your-own']);
  // Its page shows the list, and a sentence takes a price from it.
  expect(places('prices/standard.json')).toEqual(['/book-now', '/prices']);
  expect(places('facts/wholesale.json')).toContain('/wholesale');
  expect(places('extras.json')).toContain('/pick-your-own');
  expect(places('pages/visit.md')).toEqual(['/visit']);
  expect(places('farm.json')).toEqual([EVERY_PAGE]);
  expect(places('redirects.json')).toEqual([]);
  for (const file of Object.keys((await readContent(content.dir)).values)) {
    if (file !== 'redirects.json') expect.soft(places(file), file).not.toEqual([]);
  }
});

test('names a figure that is typed into a sentence, with its file and field', async ({ content }) => {
  const list = async () => findTypedFigures((await readContent(content.dir)).content);
  expect(await list(), 'sentences take their figures from where they stand once').toEqual([]);
  await content.replace(
    'pages/visit.md',
    'Most visits take {visit.length}',
    'Most take 20 minutes, from 9am, and a tree is £34',
  );
  await content.replace('care/steps.json', '{care.trunk-trim}', '2-3cm');
  await content.replace('faq/visiting-us.json', 'Not for ordinary trees.', 'Ring 01632 960 999.');
  expect(await list()).toEqual([
    { file: 'faq/visiting-us.json', path: expect.arrayContaining(['answer']), figure: '01632 960 999' },
    { file: 'care/steps.json', path: expect.arrayContaining(['description']), figure: '2-3cm' },
    ...['20 minutes', '9am', '£34'].map((figure) => ({
      file: 'pages/visit.md',
      path: ['hero', 'text', 0],
      figure,
    })),
  ]);
});

test('npm run content:report prints a table, typed figures and the count', async ({ content }) => {
  await content.replace('pages/visit.md', 'Most visits take {visit.length}', 'Most visits take 20 minutes');
  const { code, output } = await content.run('report');
  expect(code).toBe(0);
  expect(output).toContain('Fact');
  expect(output).toMatch(/Nordmann Fir, 4-5ft +£35 +prices\/home +\/\n +£34 +prices\/standard/);
  expect(output).toContain('content/pages/visit.md: hero.text: 20 minutes');
  expect(output).toMatch(/\d+ facts differ between pages/);
});

test('npm run content:check exits with 1 and names the mistake, or with 0 and counts the files', async ({
  content,
}) => {
  expect(await content.run('check')).toEqual({
    code: 0,
    output: expect.stringMatching(/^No mistakes in the \d+ /),
  });
  await content.replace('shop.json', '£27.35', '£27.3S');
  const { code, output } = await content.run('check');
  expect(code).toBe(1);
  expect(output).toMatch(
    /^1 mistake[\s\S]*content\/shop\.json\n +field: +branchBox\.price\n +found: +"£27\.3S"/,
  );
});
