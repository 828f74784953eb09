import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PAGES } from '#domain/pages.ts';
import { checkContent } from '../../src/content/checks/check-content.ts';
import { formatProblems } from '../../src/content/reader/problems.ts';
import { addKind, addPage, KIND, PAGE } from '../support/added-content.ts';
import { claimPixels } from '../support/claim-pixels.ts';
import { TEST_CONTENT } from '../support/test-site.ts';
import { type ContentCopy, expect, test } from './test.ts';

interface Mistake {
  readonly name: string;
  readonly spoil: (content: ContentCopy) => Promise<void>;
  readonly file: string;
  readonly field: string;
  readonly found: string | RegExp;
  readonly wanted: string | RegExp;
  /** A misspelt name is one too many and one too few. */
  readonly problems?: number;
}

const makePhotograph = () =>
  sharp({
    create: {
      width: 80,
      height: 60,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

async function writePhotograph({ dir }: ContentCopy): Promise<void> {
  await mkdir(join(dir, 'images'));
  await writeFile(join(dir, 'images/gate.jpg'), await makePhotograph());
}

/** Writes other words into an answer. */
function answer(words: string) {
  return async ({ dir }: ContentCopy) => {
    const path = join(dir, 'faq/tree-care.json');
    const category = JSON.parse(await readFile(path, 'utf8'));
    category.items[0].answer = words;
    await writeFile(path, JSON.stringify(category));
  };
}

const mistakes: Mistake[] = [
  {
    name: 'two steps at one place of the lane map',
    spoil: (content) => content.replace('pages/directions.md', 'onMap: lane,', 'onMap: church,'),
    file: 'pages/directions.md',
    field: 'sections.motorway.points["Lane"].onMap',
    found: '"church"',
    wanted: 'a place on the map that no step above it has, or none',
  },
  {
    name: 'a name that is too long for the lane map',
    spoil: (content) => content.replace('pages/directions.md', '"Brown sign"', '"The brown sign at"'),
    file: 'pages/directions.md',
    field: 'sections.motorway.points["The brown sign at"].title',
    found: '"The brown sign at"',
    wanted: 'at most 16 letters, so that the map has room for them',
  },
  {
    name: 'a byte order mark, which some editors write',
    spoil: (content) => content.replace('journeys.json', '[', '\uFEFF['),
    file: 'journeys.json',
    field: 'line 1',
    found: 'an invisible byte order mark before the first character',
    wanted: 'the file saved as UTF-8 without a byte order mark (BOM)',
  },
  {
    name: 'the first line of hyphens twice',
    spoil: (content) => content.replace('pages/order.md', '---\n', '---\n---\n'),
    file: 'pages/order.md',
    field: 'line 2',
    found: '---',
    wanted: 'the first field: one line of three hyphens is enough',
  },
  {
    name: 'a page without a word',
    spoil: (content) => content.write('pages/visit.md', ''),
    file: 'pages/visit.md',
    field: 'line 1',
    found: 'nothing',
    wanted: 'the fields, between two lines of three hyphens',
  },
  {
    name: 'synonyms that no question and no answer contains',
    spoil: (content) => content.replace('synonyms.json', '"grotto", "santa", "santa\'s"', '"grotto"'),
    file: 'synonyms.json',
    field: '["santa"].words',
    found: 'father christmas, grotto',
    wanted: /^at least one that a question or an answer/,
  },
  {
    name: 'synonyms that suggest a question which does not exist',
    spoil: (content) => content.replace('synonyms.json', '"getting-about"', '"getting-round"'),
    file: 'synonyms.json',
    field: '["toilets"].closest',
    found: '"getting-round"',
    wanted: 'a question of the FAQ, by its id',
  },
  {
    name: 'a letter in a price',
    spoil: (content) => content.replace('prices/home.json', '"£44"', '"£4O"'),
    file: 'prices/home.json',
    field: 'groups["nordmann-fir"].sizes["5-6ft"].price',
    found: '"£4O"',
    wanted: 'a price such as £40 or £11.50, in digits',
  },
  {
    name: 'a misspelled field',
    spoil: (content) => content.replace('shop.json', '"price"', '"pirce"'),
    file: 'shop.json',
    field: 'branchBox.pirce',
    found: 'a field named "pirce"',
    wanted: 'only the fields name, price, description, contents',
    problems: 2,
  },
  {
    name: 'statistics of another company that are not fetched safely',
    spoil: (content) =>
      content.replace(
        'farm.json',
        '"place"',
        '"analytics": { "script": "http://stats.example.com/a.js", "id": "1" }, "place"',
      ),
    file: 'farm.json',
    field: 'analytics.script',
    found: '"http://stats.example.com/a.js"',
    wanted: 'a web address that begins with https://',
  },
  {
    name: 'a price list that does not exist',
    spoil: (content) => content.replace('pages/prices.md', 'prices: standard', 'prices: standart'),
    file: 'pages/prices.md',
    field: 'readings.prices',
    found: '"standart"',
    wanted: /one of .*standard/,
  },
  {
    name: 'a reading of a fact that does not exist',
    spoil: (content) =>
      content.replace('pages/care-guide.md', 'care.trunk-trim: long', 'care.trunk-trim: lang'),
    file: 'pages/care-guide.md',
    field: 'readings.facts["care.trunk-trim"]',
    found: '"lang"',
    wanted: 'one of short, long',
  },
  {
    name: 'a week that is not a Monday',
    spoil: (content) => content.replace('shop.json', '2025-12-08', '2025-12-09'),
    file: 'shop.json',
    field: 'weeks["2025-12-09"].id',
    found: '"2025-12-09"',
    wanted: 'the Monday of the delivery week',
  },
  {
    name: 'a day that does not exist',
    spoil: (content) => content.replace('season/trees.json', '2025-11-21', '2025-11-31'),
    file: 'season/trees.json',
    field: 'from',
    found: '"2025-11-31"',
    wanted: /a day that exists/,
  },
  {
    name: 'a closing time before the opening time',
    spoil: (content) => content.replace('hours/daily.json', '17:00', '07:00'),
    file: 'hours/daily.json',
    field: 'rows["Daily"].closes',
    found: '"07:00"',
    wanted: 'a closing time after the opening time',
  },
  {
    name: 'a row of hours for days that do not exist',
    spoil: (content) => content.replace('hours/b.json', '"Mon-Sat"', '"Monday till Saturday"'),
    file: 'hours/b.json',
    field: 'rows["Monday till Saturday"].days',
    found: '"Monday till Saturday"',
    wanted: /a weekday such as Friday, a range such as Mon-Fri or Monday to Thursday/,
  },
  {
    name: 'a weekday in two rows of hours',
    spoil: (content) => content.replace('hours/b.json', '"Sun"', '"Saturday to Sunday"'),
    file: 'hours/b.json',
    field: 'rows',
    found: /./,
    wanted: 'each day in one row only',
  },
  {
    name: 'a special day that is closed, and has hours',
    spoil: (content) =>
      content.replace(
        'hours/b.json',
        '"Reading B",',
        '"Reading B", "specialDays": [{ "day": "2025-12-01", "name": "Market", "closed": true, "opens": "10:00" }],',
      ),
    file: 'hours/b.json',
    field: 'specialDays["Market"]',
    found: /./,
    wanted: 'both times, opening and closing, or ‘closed’ without them',
  },
  {
    name: 'a special day of another year',
    spoil: (content) =>
      content.replace(
        'hours/b.json',
        '"Reading B",',
        '"Reading B", "specialDays": [{ "day": "2024-12-26", "name": "Boxing Day", "closed": true }],',
      ),
    file: 'hours/b.json',
    field: 'specialDays["Boxing Day"].day',
    found: '"2024-12-26"',
    wanted: /a day of the season, 21 November 2025 to 21 December 2025/,
  },
  {
    name: 'a missing comma',
    spoil: (content) => content.replace('hours/daily.json', '"Every day alike",', '"Every day alike"'),
    file: 'hours/daily.json',
    field: 'line 3, column 3',
    found: /Expected ','/,
    wanted: /JSON: look for a missing comma/,
  },
  {
    name: 'a comma after the last item',
    spoil: (content) => content.replace('hours/a.json', '"14:00" }', '"14:00" },'),
    file: 'hours/a.json',
    field: 'line 17, column 26',
    found: 'a comma after the last item',
    wanted: 'no comma before } or ]',
  },
  {
    name: 'curly quotes in JSON',
    spoil: (content) => content.replace('hours/a.json', '"Reading A"', '“Reading A”'),
    file: 'hours/a.json',
    field: 'line 2, column 11',
    found: 'the curly quotation mark “',
    wanted: /straight double quotation marks/,
  },
  {
    name: 'a file that ends too soon',
    spoil: async (content) => content.write('hours/a.json', '{\n  "name": "Reading A"\n'),
    file: 'hours/a.json',
    field: 'line 3, column 1',
    found: /./,
    wanted: /JSON: look for a missing/,
  },
  {
    name: 'curly quotes in YAML',
    spoil: (content) =>
      content.replace('pages/prices.md', 'breadcrumb: ', 'breadcrumb: “Prices: all of them” # '),
    file: 'pages/prices.md',
    field: 'line 8, column 13',
    found: 'the curly quotation mark “',
    wanted: /straight double quotation marks/,
  },
  {
    name: 'a file in UTF-16',
    spoil: async ({ dir }) => writeFile(join(dir, 'journeys.json'), '\uFEFF[]', 'utf16le'),
    file: 'journeys.json',
    field: 'the file',
    found: 'this file is UTF-16',
    wanted: 'the file saved as UTF-8',
  },
  {
    name: 'a pound sign in an older encoding',
    spoil: async ({ dir }) => writeFile(join(dir, 'prices/home.json'), '{\n"price": "£34" }', 'latin1'),
    file: 'prices/home.json',
    field: 'line 2, column 11',
    found: /older encoding, such as Windows-1252/,
    wanted: 'the file saved as UTF-8',
  },
  {
    name: 'a photograph that is not complete',
    spoil: async ({ dir }) => {
      await mkdir(join(dir, 'images'));
      await writeFile(join(dir, 'images/gate.jpg'), (await makePhotograph()).subarray(0, 2000));
    },
    file: 'images/gate.jpg',
    field: 'the file',
    found: 'a photograph that is damaged or not complete',
    wanted: /copied or exported again/,
  },
  {
    name: 'a photograph that takes too much memory',
    spoil: async ({ dir }) => {
      await mkdir(join(dir, 'images'));
      const small = await sharp(await makePhotograph())
        .png({ progressive: true })
        .toBuffer();
      await writeFile(join(dir, 'images/gate.png'), claimPixels(small, 11_520, 8660));
    },
    file: 'images/gate.png',
    field: 'the file',
    found: 'an interlaced PNG of 100 million pixels',
    wanted: '26 million at most, or an ordinary JPEG',
  },
  {
    name: 'a colon in unquoted words',
    spoil: (content) =>
      content.replace('pages/prices.md', 'breadcrumb: ', 'breadcrumb: Prices: all of them # '),
    file: 'pages/prices.md',
    field: 'line 8, column 19',
    found: /mapping/,
    wanted: /YAML: quote words/,
  },
  {
    name: 'a day without quotes in YAML',
    spoil: (content) => content.replace('pages/prices.md', 'breadcrumb: ', 'breadcrumb: 2025-11-21 # '),
    file: 'pages/prices.md',
    field: 'breadcrumb',
    found: '2025-11-21 without quotes',
    wanted: 'some words in quotes',
  },
  {
    name: 'a field twice in YAML',
    spoil: (content) => content.replace('pages/404.md', 'hero:', 'breadcrumb: Again\nhero:'),
    file: 'pages/404.md',
    field: 'line 6, column 1',
    found: 'Map keys must be unique',
    wanted: /YAML/,
  },
  {
    name: 'a tab in YAML',
    spoil: (content) => content.replace('pages/404.md', '  heading:', '\theading:'),
    file: 'pages/404.md',
    field: 'line 7, column 1',
    found: 'Tabs are not allowed as indentation',
    wanted: /indent with spaces/,
  },
  {
    name: 'a star in YAML before words without quotes',
    spoil: (content) => content.replace('pages/404.md', 'breadcrumb: ', 'breadcrumb: *Page # '),
    file: 'pages/404.md',
    field: 'line 5, column 13',
    found: '*Page, which stands for something that is not in the file',
    wanted: /YAML: quote words/,
  },
  {
    name: 'a token that stands for nothing',
    spoil: (content) => content.replace('faq/tree-care.json', '{care.water}', '{care.watter}'),
    file: 'faq/tree-care.json',
    field: 'items["how-much-water"].answer',
    found: '{care.watter}',
    wanted: /care\.water/,
  },
  {
    name: 'a section that the page does not have',
    spoil: (content) => content.replace('pages/index.md', '  testimonials:', '  testimonial:'),
    file: 'pages/index.md',
    field: 'sections.testimonials',
    found: 'nothing',
    wanted: 'this section of the page',
    problems: 2,
  },
  ...(
    [
      ['a link in an answer to a page that is not there', '[x](/price)', '"/price"', /^a page of the site/],
      ['a link in an answer that runs a script', '[x](javascript:alert)', '"javascript:alert"', /https:/],
      [
        'a link in an answer to a place that the page lacks',
        '[x](/visit#no)',
        '"/visit#no"',
        /has, #location, #/,
      ],
      ['a link in an answer to a place without its page', '[x](#parking)', '"#parking"', /the page as well/],
      ['a link in an answer that is not complete', 'See [x](/visit', '"[x](/visit"', /a link in one piece/],
      ['HTML in an answer', 'So <b>bold</b>.', '"<b>"', /no HTML/],
    ] as const
  ).map(([name, words, found, wanted]) => ({
    name,
    spoil: answer(words),
    file: 'faq/tree-care.json',
    field: 'items["trimming-the-trunk"].answer',
    found,
    wanted,
  })),
  {
    name: 'bold words in a heading',
    spoil: (content) => content.replace('pages/visit.md', 'heading: ', 'heading: "**Visit** us" # '),
    file: 'pages/visit.md',
    field: 'hero.heading',
    found: '"**Visit**"',
    wanted: /^plain words/,
  },
  {
    name: 'a button to a place that the page does not have',
    spoil: (content) => content.replace('pages/visit.md', 'href: "#opening"', 'href: "#now-here"'),
    file: 'pages/visit.md',
    field: 'hero.links["Opening times"].href',
    found: '"#now-here"',
    wanted: /^a section that \/visit has, #location/,
  },
  {
    name: 'a link to a page that does not exist',
    spoil: (content) => content.replace('pages/index.md', 'href: /tree-stands', 'href: /tree-stand'),
    file: 'pages/index.md',
    field: 'sections.potted-trees-stands.links["View All Stands"].href',
    found: '"/tree-stand"',
    wanted: /a page of the site/,
  },
  {
    name: 'a picture that does not exist',
    spoil: (content) =>
      content.replace('varieties/nordmann-fir.md', 'image: nordmann-fir', 'image: nordman-fir'),
    file: 'varieties/nordmann-fir.md',
    field: 'image',
    found: '"nordman-fir"',
    wanted: /the name of a drawing/,
  },
  {
    name: 'a photograph that is not there',
    spoil: async (content) => {
      await writePhotograph(content);
      await content.replace('pages/visit.md', 'image: barn-wide', 'image: gates.jpg');
    },
    file: 'pages/visit.md',
    field: 'hero.image',
    found: '"gates.jpg"',
    wanted: /the farm’s photographs/,
  },
  {
    name: 'a photograph without words for people who do not see it',
    spoil: async (content) => {
      await writePhotograph(content);
      await content.replace('pages/visit.md', 'image: barn-wide', 'image: gate.jpg');
      await content.replace('pages/visit.md', '\n  imageAlt: "The barn', '\n  # "The barn');
    },
    file: 'pages/visit.md',
    field: 'hero.imageAlt',
    found: 'nothing',
    wanted: /people who do not see it/,
  },
  {
    name: 'a page without its file',
    spoil: (content) => content.remove('pages/visit.md'),
    file: 'pages/visit.md',
    field: 'the file',
    found: /nothing/,
    wanted: /the site has a page \/visit/,
  },
  {
    name: 'a silhouette of no kind of tree',
    spoil: async (content) =>
      content.write('silhouettes/frazer-fir.svg', await content.read('silhouettes/fraser-fir.svg')),
    file: 'silhouettes/frazer-fir.svg',
    field: 'the file',
    found: 'the silhouette of "frazer-fir"',
    wanted: 'a kind of tree: one of fraser-fir, nordmann-fir, norway-spruce',
  },
  {
    name: 'a place in the menu for a page that is there already',
    spoil: (content) => content.replace('pages/faq.md', '\n---\n', '\nshowIn: [menu]\n---\n'),
    file: 'pages/faq.md',
    field: 'showIn[1]',
    found: '"menu"',
    wanted: 'no "menu" here, because the menu always has /faq',
  },
  {
    name: 'a place in the footer for a page that is not for everybody',
    spoil: (content) => content.replace('pages/order.md', '\n---\n', '\nshowIn: [footer]\n---\n'),
    file: 'pages/order.md',
    field: 'showIn[1]',
    found: '"footer"',
    wanted: 'no "footer" here, because /order is not a page for every visitor',
  },
  {
    name: 'a place that no page has',
    spoil: (content) => content.replace('pages/privacy.md', '\n---\n', '\nshowIn: [header]\n---\n'),
    file: 'pages/privacy.md',
    field: 'showIn[1]',
    found: '"header"',
    wanted: 'one of menu, footer',
  },
  {
    name: 'a picture in a section of a page with a layout of its own',
    spoil: (content) =>
      content.replace(
        'pages/404.md',
        '\n---\n',
        '\nsections: { next: { image: barn, imageAlt: Barn } }\n---\n',
      ),
    file: 'pages/404.md',
    field: 'sections.next.image',
    found: '"barn"',
    wanted: 'no picture in this section, because the page has a layout of its own',
  },
  {
    name: 'questions of a town that its page would not show',
    spoil: async (content) =>
      content.replace(
        'towns/taunton.md',
        / {2}faq:\n.*\n/.exec(await content.read('towns/taunton.md'))?.[0] ?? '',
        '',
      ),
    file: 'towns/taunton.md',
    field: 'faq',
    found: 'questions, but no section for them',
    wanted: 'a section for them as well, named faq',
  },
  {
    name: 'a silhouette of two shapes',
    spoil: (content) => content.replace('silhouettes/fraser-fir.svg', '</svg>', '<path d="m0 0h1"/></svg>'),
    file: 'silhouettes/fraser-fir.svg',
    field: 'the file',
    found: '<svg><path><path>',
    wanted: 'one <svg> with one <path> in it, without a transform',
  },
  {
    name: 'a silhouette without a box',
    spoil: (content) => content.replace('silhouettes/fraser-fir.svg', 'viewBox=', 'data-box='),
    file: 'silhouettes/fraser-fir.svg',
    field: 'viewBox',
    found: 'nothing',
    wanted: 'four numbers: viewBox="0 0 60 100"',
  },
  {
    name: 'a price for a kind of tree that there is not',
    spoil: (content) => content.replace('prices/home.json', '"norway_spruce"', '"norway_spruse"'),
    file: 'prices/home.json',
    field: 'groups["norway-spruce"].trees["Norway Spruce"].type',
    found: '"norway_spruse"',
    wanted: /one of .*norway_spruce/,
  },
  {
    name: 'a simple page where the service answers',
    spoil: async (content) => content.write('pages/api/trees.md', await content.read('pages/success.md')),
    file: 'pages/api/trees.md',
    field: 'the file',
    found: 'a page at /api/trees',
    wanted: /at which the site has nothing else/,
  },
  {
    name: 'a simple page whose name is no path',
    spoil: async (content) => content.write('pages/Our Trees.md', await content.read('pages/success.md')),
    file: 'pages/Our Trees.md',
    field: 'the file',
    found: 'a page at /Our Trees',
    wanted: /small letters, digits and hyphens/,
  },
  {
    name: 'a file that nothing reads',
    spoil: (content) => content.write('prices/home.jsn', '{}'),
    file: 'prices/home.jsn',
    field: 'the file',
    found: 'prices/home.jsn',
    wanted: /ends in .json or .md/,
  },
  {
    name: 'words below the fields without a heading',
    spoil: (content) => content.replace('pages/404.md', '\n---\n', '\n---\nNever shown.\n'),
    file: 'pages/404.md',
    field: 'line 12',
    found: 'Never shown.',
    wanted: /words go into a section/,
  },
  {
    name: 'Markdown that no page shows',
    spoil: (content) =>
      content.replace('pages/404.md', '\n[Home](/)', '\n- These\n\n> are the ones\n\n[Home](/)'),
    file: 'pages/404.md',
    field: 'line 19',
    found: '> are the ones',
    wanted: /^paragraphs, lists/,
  },
  {
    name: 'two sections of one name',
    spoil: (content) => content.replace('pages/404.md', '[Home](/)', '## Next\n\n[Home](/)'),
    file: 'pages/404.md',
    field: 'line 17',
    found: '## Next',
    wanted: /a heading of its own/,
  },
  {
    name: 'a section with words in the fields and below them',
    spoil: (content) =>
      content.replace('pages/404.md', '\n---\n', '\nsections: { next: { heading: Next } }\n---\n'),
    file: 'pages/404.md',
    field: 'sections.next',
    found: 'words in the fields and below them',
    wanted: 'its words in one place',
  },
  {
    name: 'a redirect from a page of the site',
    spoil: (content) => content.replace('redirects.json', '"/about"', '"/visit"'),
    file: 'redirects.json',
    field: '["about"].from',
    found: '"/visit"',
    wanted: 'an old address, not a page of the site',
  },
  {
    name: 'a redirect from an address of the service',
    spoil: (content) => content.replace('redirects.json', '"/about"', '"/healthz?once=1"'),
    file: 'redirects.json',
    field: '["about"].from',
    found: '"/healthz?once=1"',
    wanted: 'an old address of the site, not one of the service, such as /api and /admin',
  },
  {
    name: 'two redirects from one address',
    spoil: (content) => content.replace('redirects.json', '"from": "/contact"', '"from": "/about"'),
    file: 'redirects.json',
    field: '["contact"].from',
    found: '"/about" twice',
    wanted: 'each old address once',
  },
  {
    name: "a redirect from another spelling of a page's address, to another page",
    spoil: (content) => content.replace('redirects.json', '"from": "/about"', '"from": "/prices.html"'),
    file: 'redirects.json',
    field: '["about"].to',
    found: '"/about-us"',
    wanted: "/prices, because /prices.html is another spelling of that page's address",
  },
  {
    name: 'a notice that ends before it begins',
    spoil: (content) =>
      content.write(
        'notices.json',
        '[{ "id": "snow", "text": "Closed, snow", "from": "2025-12-02", "to": "2025-12-01" }]',
      ),
    file: 'notices.json',
    field: '["snow"].to',
    found: '"2025-12-01"',
    wanted: 'a last day that is not before the first',
  },
  {
    name: 'a notice that is shown after its first day only',
    spoil: (content) =>
      content.write(
        'notices.json',
        '[{ "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-04", "shownFrom": "2025-12-03" }]',
      ),
    file: 'notices.json',
    field: '["snow"].shownFrom',
    found: '"2025-12-03"',
    wanted: 'a day that is not after its first day',
  },
  {
    name: 'a notice that opens and never closes',
    spoil: (content) =>
      content.write(
        'notices.json',
        '[{ "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-02", "opens": "11:00" }]',
      ),
    file: 'notices.json',
    field: '["snow"]',
    found: /"opens":"11:00"/,
    wanted: '"closed": true, or both "opens" and "closes", or none of them',
  },
  {
    name: 'a notice with other hours for a day on which another says closed',
    spoil: (content) =>
      content.write(
        'notices.json',
        `[
          { "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-04", "closed": true },
          { "id": "ice", "text": "x", "from": "2025-12-03", "to": "2025-12-03", "closed": true },
          { "id": "late", "text": "x", "from": "2025-12-04", "to": "2025-12-05", "opens": "11:00", "closes": "15:00" },
          { "id": "words", "text": "x", "from": "2025-12-02", "to": "2025-12-05" }
        ]`,
      ),
    file: 'notices.json',
    field: '["late"]',
    found: '11am–3pm, and Closed in ["snow"] for 2 December 2025 to 4 December 2025',
    wanted: 'one of the two for each day: end one before the other begins, or remove it',
  },
  {
    name: 'hours without the season in which they hold',
    spoil: (content) => content.replace('pages/visit.md', '  season: visits\n', ''),
    file: 'pages/visit.md',
    field: 'readings.season',
    found: 'nothing',
    wanted: 'the season of these hours, one of local, trees, visits',
  },
  {
    name: 'notices where they once stood',
    spoil: (content) => content.replace('farm.json', '"place"', '"notices": [], "place"'),
    file: 'farm.json',
    field: 'notices',
    found: 'a field named "notices"',
    wanted: 'notices in a file of their own, content/notices.json, each with an "id"',
  },
];

test('old addresses may have capitals, an ending and a query', async ({ content }) => {
  let last = '/about';
  for (const from of ['/about-us.html', '/Donkeys', '/news?page=2', '/?page_id=7']) {
    await content.replace('redirects.json', `"from": "${last}"`, `"from": "${from}"`);
    last = from;
    expect((await checkContent(content.dir)).problems, from).toEqual([]);
  }
});

test('a folder that is older than notices.json has no mistake', async ({ content }) => {
  await content.remove('notices.json');
  expect((await checkContent(content.dir)).problems).toEqual([]);
});

for (const { name, spoil, file, field, found, wanted, problems: count = 1 } of mistakes) {
  test(`${name} is reported with its file, field, what was found and what is wanted`, async ({ content }) => {
    await spoil(content);
    const { problems } = await checkContent(content.dir);
    expect(problems).toHaveLength(count);
    expect(problems).toContainEqual(
      expect.objectContaining({
        file,
        field,
        found: typeof found === 'string' ? found : expect.stringMatching(found),
        wanted: typeof wanted === 'string' ? wanted : expect.stringMatching(wanted),
      }),
    );
  });
}

test('two questions with one id are a problem even in two files', async ({ content }) => {
  const copied = JSON.stringify({
    name: 'Copied',
    icon: 'icon-tree',
    order: 9,
    items: [{ id: 'taken', question: 'One?', answer: 'One.' }],
  });
  await content.write('faq/first-copy.json', copied);
  await content.write('faq/second-copy.json', copied);
  const { problems } = await checkContent(content.dir);
  expect(problems).toMatchObject([
    {
      file: 'faq/second-copy.json',
      field: 'items["taken"].id',
      found: '"taken", which content/faq/first-copy.json has too',
      wanted: 'an id of its own',
    },
  ]);
});

test('several mistakes make one message', async ({ content }) => {
  await content.replace('prices/home.json', '"£44"', '"£4O"');
  await content.replace('shop.json', '2025-12-08', '2025-12-09');
  const { problems } = await checkContent(content.dir);
  const message = formatProblems(problems);
  expect(message).toContain('2 mistakes in the content files:');
  expect(message).toContain('content/prices/home.json');
  expect(message).toContain('content/shop.json');
  expect(message).toContain('found:  "£4O"');
  expect(message).toContain('wanted: the Monday of the delivery week');
});

test('an existing photograph with a description is valid', async ({ content }) => {
  await writePhotograph(content);
  await content.replace('pages/visit.md', 'image: barn-wide', 'image: gate.jpg');
  expect((await checkContent(content.dir)).problems).toEqual([]);
});

test('a kind of tree and a simple page need content files only', async ({ content }) => {
  await addKind(content.dir);
  await addPage(content.dir);
  const { problems, content: read } = await checkContent(content.dir);
  expect(problems).toEqual([]);
  expect(read.varieties.map(({ data }) => data.name)).toContain(KIND.name);
  const page = read.pages.find(({ file }) => file === `pages${PAGE.path}.md`);
  expect(page?.data.sections).toMatchObject({
    'ten-years': {
      heading: 'Ten years',
      text: [PAGE.words],
      links: [{ label: 'Every price', href: '/prices' }],
    },
  });
});

// What types forbid, Node runs all the same.
test('a new layout whose sections nobody has listed yet ends no check', async ({ content }) => {
  const pages: Record<string, { path: string }> = PAGES;
  pages.barn = { path: '/barn' };
  try {
    await content.write('pages/barn.md', await content.read('pages/privacy.md'));
    expect((await checkContent(content.dir)).problems).toEqual([]);
  } finally {
    delete pages.barn;
  }
});

test('neither the farm’s content nor the tests’ own has a mistake', async () => {
  expect((await checkContent('content')).problems).toEqual([]);
  expect((await checkContent(TEST_CONTENT)).problems).toEqual([]);
});

test('files that Windows leaves in folders are no mistake', async ({ content }) => {
  for (const name of ['Thumbs.db', 'prices/Thumbs.db', 'desktop.ini', 'pages/.DS_Store']) {
    await content.write(name, '\0');
  }
  expect((await checkContent(content.dir)).problems).toEqual([]);
});
