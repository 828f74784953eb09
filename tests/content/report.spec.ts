import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findDisagreements } from '../../src/content/disagreements.ts';
import { readContent } from '../../src/content/read-content.ts';
import { type ContentCopy, expect, test } from './test.ts';

async function disagreements(content: ContentCopy) {
  return findDisagreements((await readContent(content.dir)).values);
}

async function valuesOf(content: ContentCopy, fact: string) {
  const found = (await disagreements(content)).find((each) => each.fact === fact);
  return found?.statements.map(({ reading, value, pages }) => ({ reading, value, pages }));
}

test('the season is told in three ways, with the pages that tell each', async ({ content }) => {
  expect(await valuesOf(content, 'Season, first day')).toEqual([
    {
      reading: 'season/local',
      value: '22 November 2025',
      pages: expect.arrayContaining(['/christmas-trees-taunton']),
    },
    { reading: 'season/trees', value: '21 November 2025', pages: ['/', '/contact-us', '/tree-varieties'] },
    {
      reading: 'season/visits',
      value: '25 November 2025',
      pages: ['/about-us', '/book-now', '/pick-your-own', '/visit'],
    },
  ]);
});

test('hours, prices, trims, sizes and visits that differ are all found', async ({ content }) => {
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
  // Both retail lists say £20, and pick-your-own and wholesale prices are prices of something else.
  expect(facts).not.toContain('Norway Spruce, 4-5ft');
});

test('a disagreement that an editor makes is found, and one that is settled is gone', async ({ content }) => {
  const before = (await disagreements(content)).length;
  await content.replace('prices/home.json', '"£20"', '"£21"');
  expect(await valuesOf(content, 'Norway Spruce, 4-5ft')).toEqual([
    { reading: 'prices/home', value: '£21', pages: ['/'] },
    { reading: 'prices/standard', value: '£20', pages: expect.arrayContaining(['/prices']) },
  ]);
  await content.replace('facts/visit.json', '1-2 hours', '30-60 minutes');
  const facts = (await disagreements(content)).map(({ fact }) => fact);
  expect(facts).not.toContain('How long a visit takes');
  // One more for the 4-5ft spruce, one fewer for the visit; the cheapest tree differed before.
  expect(facts.length).toBeGreaterThanOrEqual(before);
});

test('npm run content:report prints a table and the count', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/content/report.ts']);
  expect(stdout).toContain('Fact');
  expect(stdout).toMatch(/Nordmann Fir, 4-5ft +£35 +prices\/home +\/\n +£34 +prices\/standard/);
  expect(stdout).toMatch(/\d+ facts differ between pages/);
});
