import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PAGES } from '#domain/pages.ts';
import { checkContent } from '../../src/content/checks/check-content.ts';
import { formatProblems } from '../../src/content/reader/problems.ts';
import { addKind, addPage, KIND, PAGE } from '../support/added-content.ts';
import { claimPixels } from '../support/claim-pixels.ts';
import { TEST_CONTENT } from '../support/test-site.ts';
import { type ContentCopy, expect, test } from './test.ts';

/**
 * By file: what is written in place of what, and the mistake with its field, what was found and what is wanted. `…` is any
 * text; an arrow without a text before it writes the whole file.
 */
const MISTAKES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pages/directions.md': {
    'inPicture: lane, → inPicture: church,':
      'sections.motorway.points["Lane"].inPicture: "church", wanted a place in the picture that no point above it has, or none',
    '"Brown sign" → "The brown sign at"':
      'sections.motorway.points["The brown sign at"].title: "The brown sign at", wanted at most 16 letters, so that the picture has room for them',
  },
  'journeys.json': {
    '[ → ﻿[':
      'line 1: an invisible byte order mark before the first character, wanted the file saved as UTF-8 without a byte order mark (BOM)',
  },
  'pages/order.md': {
    '---\n → ---\n---\n': 'line 2: ---, wanted the first field: one line of three hyphens is enough',
    '\n---\n → \nshowIn: [footer]\n---\n':
      'showIn[1]: "footer", wanted no "footer" here, because /order is not a page for every visitor',
  },
  'pages/visit.md': {
    '→ ': 'line 1: nothing, wanted the fields, between two lines of three hyphens',
    'heading:  → heading: "**Visit** us" # ': 'hero.heading: "**Visit**", wanted plain words…',
    'href: "#opening" → href: "#now-here"':
      'hero.links["Opening times"].href: "#now-here", wanted a section that /visit has, #location…',
    '  season: visits\n → ':
      'readings.season: nothing, wanted the season of these hours, one of local, trees, visits',
  },
  'synonyms.json': {
    '"grotto", "santa", "santa\'s" → "grotto"':
      '["santa"].words: father christmas, grotto, wanted at least one that a question or an answer…',
    '"getting-about" → "getting-round"':
      '["toilets"].closest[1]: "getting-round", wanted a question of the FAQ, by its id',
  },
  'prices/home.json': {
    '"£44" → "£4O"':
      'groups["nordmann-fir"].sizes["5-6ft"].price: "£4O", wanted a price such as £40 or £11.50, in digits',
    '"norway_spruce" → "norway_spruse"':
      'groups["norway-spruce"].trees["Norway Spruce"].type: "norway_spruse", wanted …one of …norway_spruce…',
  },
  'shop.json': {
    '"price" → "pirce"':
      'branchBox.pirce: a field named "pirce", wanted only the fields name, price, description, contents',
    '2025-12-08 → 2025-12-09': 'weeks["2025-12-09"].id: "2025-12-09", wanted the Monday of the delivery week',
  },
  'farm.json': {
    '"place" → "analytics": { "script": "http://stats.example.com/a.js", "id": "1" }, "place"':
      'analytics.script: "http://stats.example.com/a.js", wanted a web address that begins with https://',
  },
  'pages/prices.md': {
    'prices: standard → prices: standart': 'readings.prices: "standart", wanted …one of …standard…',
    'breadcrumb:  → breadcrumb: “Prices: all of them” # ':
      'line 8, column 13: the curly quotation mark “, wanted …straight double quotation marks…',
    'breadcrumb:  → breadcrumb: Prices: all of them # ':
      'line 8, column 19: …mapping…, wanted …YAML: quote words…',
    'breadcrumb:  → breadcrumb: 2025-11-21 # ':
      'breadcrumb: 2025-11-21 without quotes, wanted some words in quotes',
  },
  'pages/care-guide.md': {
    'care.trunk-trim: long → care.trunk-trim: lang':
      'readings.facts["care.trunk-trim"]: "lang", wanted one of short, long',
  },
  'season/trees.json': {
    '2025-11-21 → 2025-11-31': 'from: "2025-11-31", wanted …a day that exists…',
  },
  'hours/daily.json': {
    '17:00 → 07:00': 'rows["Daily"].closes: "07:00", wanted a closing time after the opening time',
    '"Every day alike", → "Every day alike"':
      "line 3, column 3: …Expected ','…, wanted …JSON: look for a missing comma…",
  },
  'hours/b.json': {
    '"Mon-Sat" → "Monday till Saturday"':
      'rows["Monday till Saturday"].days: "Monday till Saturday", wanted …a weekday such as Friday, a range such as Mon-Fri or Monday to Thursday…',
    '"Sun" → "Saturday to Sunday"': 'rows: …, wanted each day in one row only',
    '"Reading B", → "Reading B", "specialDays": [{ "day": "2025-12-01", "name": "Market", "closed": true, "opens": "10:00" }],':
      'specialDays["Market"]: …, wanted both times, opening and closing, or ‘closed’ without them',
    '"Reading B", → "Reading B", "specialDays": [{ "day": "2024-12-26", "name": "Boxing Day", "closed": true }],':
      'specialDays["Boxing Day"].day: "2024-12-26", wanted …a day of the season, 21 November 2025 to 21 December 2025…',
  },
  'hours/a.json': {
    '"14:00" } → "14:00" },':
      'line 17, column 26: a comma after the last item, wanted no comma before } or ]',
    '"Reading A" → “Reading A”':
      'line 2, column 11: the curly quotation mark “, wanted …straight double quotation marks…',
    '→ {\n  "name": "Reading A"\n': 'line 3, column 1: …, wanted …JSON: look for a missing…',
  },
  'pages/404.md': {
    'hero: → breadcrumb: Again\nhero:': 'line 6, column 1: Map keys must be unique, wanted …YAML…',
    '  heading: → \theading:':
      'line 7, column 1: Tabs are not allowed as indentation, wanted …indent with spaces…',
    'breadcrumb:  → breadcrumb: *Page # ':
      'line 5, column 13: *Page, which stands for a value that is written elsewhere, wanted …YAML: quote words…',
    '\n---\n → \n---\nNever shown.\n': 'line 12: Never shown., wanted …words go into a section…',
    '\n[Home](/) → \n- These\n\n> are the ones\n\n[Home](/)':
      'line 19: > are the ones, wanted paragraphs, lists…',
    '[Home](/) → ## Next\n\n[Home](/)': 'line 17: ## Next, wanted …a heading of its own…',
    '\n---\n → \nsections: { next: { heading: Next } }\n---\n':
      'sections.next: words in the fields and below them, wanted its words in one place',
  },
  'faq/tree-care.json': {
    '{care.water} → {care.watter}': 'items["how-much-water"].answer: {care.watter}, wanted …care.water…',
  },
  'pages/index.md': {
    '  testimonials: →   testimonial:': 'sections.testimonials: nothing, wanted this section of the page',
    'href: /tree-stands → href: /tree-stand':
      'sections.potted-trees-stands.links["View All Stands"].href: "/tree-stand", wanted …a page of the site…',
  },
  'varieties/nordmann-fir.md': {
    'image: nordmann-fir → image: nordman-fir': 'image: "nordman-fir", wanted …the name of a drawing…',
  },
  'pages/faq.md': {
    '\n---\n → \nshowIn: [menu]\n---\n':
      'showIn[1]: "menu", wanted no "menu" here, because the menu always has /faq',
    '\n---\n → \nsections: { questions: { image: barn, imageAlt: Barn } }\n---\n':
      'sections.questions.image: "barn", wanted no picture in this section, because the page shows it…',
  },
  'pages/privacy.md': {
    '\n---\n → \nshowIn: [header]\n---\n': 'showIn[1]: "header", wanted one of menu, footer',
  },
  'silhouettes/fraser-fir.svg': {
    '</svg> → <path d="m0 0h1"/></svg>':
      'the file: <svg><path><path>, wanted one <svg> with one <path> in it, without a transform',
    'viewBox= → data-box=': 'viewBox: nothing, wanted four numbers: viewBox="0 0 60 100"',
  },
  'prices/home.jsn': {
    '→ {}': 'the file: prices/home.jsn, wanted …ends in .json or .md…',
  },
  'redirects.json': {
    '"/about" → "/visit"': '["about"].from: "/visit", wanted an old address, not a page of the site',
    '"/about" → "/healthz?once=1"':
      '["about"].from: "/healthz?once=1", wanted an old address of the site, not one of the service, such as /api and /admin',
    '"from": "/contact" → "from": "/about"': '["contact"].from: "/about" twice, wanted each old address once',
    '"from": "/about" → "from": "/prices.html"':
      '["about"].to: "/about-us", wanted /prices, because /prices.html is another spelling of that page\'s address',
  },
  'notices.json': {
    '→ [{ "id": "snow", "text": "Closed, snow", "from": "2025-12-02", "to": "2025-12-01" }]':
      '["snow"].to: "2025-12-01", wanted a last day that is not before the first',
    '→ [{ "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-04", "shownFrom": "2025-12-03" }]':
      '["snow"].shownFrom: "2025-12-03", wanted a day that is not after its first day',
    '→ [{ "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-02", "opens": "11:00" }]':
      '["snow"]: …"opens":"11:00"…, wanted "closed": true, or both "opens" and "closes", or none of them',
    '→ [{ "id": "snow", "text": "x", "from": "2025-12-02", "to": "2025-12-04", "closed": true }, { "id": "ice", "text": "x", "from": "2025-12-03", "to": "2025-12-03", "closed": true }, { "id": "late", "text": "x", "from": "2025-12-04", "to": "2025-12-05", "opens": "11:00", "closes": "15:00" }, { "id": "words", "text": "x", "from": "2025-12-02", "to": "2025-12-05" }]':
      '["late"]: 11am–3pm, and Closed in ["snow"] for 2 December 2025 to 4 December 2025, wanted one of the two for each day: end one before the other begins, or remove it',
  },
};

/** Mistakes that are not one text in place of another: how they come about, and then as above. */
const OTHERS: readonly (readonly [
  spoil: (content: ContentCopy) => Promise<void>,
  file: string,
  mistake: string,
])[] = [
  [
    (content) => content.write('journeys.json', Buffer.from('\uFEFF[]', 'utf16le')),
    'journeys.json',
    'the file: this file is UTF-16, wanted the file saved as UTF-8',
  ],
  [
    (content) => content.write('prices/home.json', Buffer.from('{\n"price": "£34" }', 'latin1')),
    'prices/home.json',
    'line 2, column 11: …older encoding, such as Windows-1252, wanted the file saved as UTF-8',
  ],
  [
    async (content) => content.write('images/half.jpg', (await PHOTOGRAPH.toBuffer()).subarray(0, 2000)),
    'images/half.jpg',
    'the file: a photograph that is damaged or not complete, wanted …copied or exported again',
  ],
  [
    async (content) => {
      const small = await PHOTOGRAPH.clone().png({ progressive: true }).toBuffer();
      await content.write('images/large.png', claimPixels(small, 11_520, 8660));
    },
    'images/large.png',
    'the file: an interlaced PNG of 100 million pixels, wanted 26 million at most, or an ordinary JPEG',
  ],
  [
    (content) => content.replace('pages/visit.md', 'image: barn-wide', 'image: gates.jpg'),
    'pages/visit.md',
    'hero.image: "gates.jpg", wanted …the farm’s photographs (JPEG, PNG, WebP or AVIF)…',
  ],
  [
    async (content) => {
      await content.replace('pages/visit.md', 'image: barn-wide', 'image: gate.jpg');
      await content.replace('pages/visit.md', '\n  imageAlt: "The barn', '\n  # "The barn');
    },
    'pages/visit.md',
    'hero.imageAlt: nothing, wanted …people who do not see it…',
  ],
  [
    (content) => content.remove('pages/visit.md'),
    'pages/visit.md',
    'the file: nothing…, wanted …the site has a page /visit',
  ],
  [
    async (content) =>
      content.write('silhouettes/frazer-fir.svg', await content.read('silhouettes/fraser-fir.svg')),
    'silhouettes/frazer-fir.svg',
    'the file: the silhouette of "frazer-fir", wanted a kind of tree: one of fraser-fir, nordmann-fir, norway-spruce',
  ],
  [
    async (content) => {
      const [section = ''] = / {2}faq:\n.*\n/.exec(await content.read('towns/taunton.md')) ?? [];
      await content.replace('towns/taunton.md', section, '');
    },
    'towns/taunton.md',
    'faq: questions, but no section for them, wanted a section for them as well, named faq',
  ],
  ...[
    ['pages/api/trees.md', 'a page at /api/trees, wanted …at which the site has nothing else'] as const,
    ['pages/Our Trees.md', 'a page at /Our Trees, wanted …small letters, digits and hyphens…'] as const,
  ].map(
    ([file, mistake]) =>
      [
        async (content: ContentCopy) => content.write(file, await content.read('pages/success.md')),
        file,
        `the file: ${mistake}`,
      ] as const,
  ),
  [
    async (content) => content.write('hours/Late Nights.json', await content.read('hours/b.json')),
    'hours/Late Nights.json',
    'the file: the name "Late Nights", wanted a name in small letters, digits and hyphens…',
  ],
  ...[
    ['[x](/price)', '"/price", wanted a page of the site…'] as const,
    ['[x](javascript:alert)', '"javascript:alert", wanted …https:…'] as const,
    ['[x](/visit#no)', '"/visit#no", wanted a section that /visit has, #location, #…'] as const,
    ['[x](#parking)', '"#parking", wanted the page as well…'] as const,
    ['So <b>bold</b>.', '"<b>", wanted no HTML…'] as const,
  ].map(
    ([answer, mistake]) =>
      [
        async (content: ContentCopy) => {
          const category = JSON.parse(await content.read('faq/tree-care.json'));
          category.items[0].answer = answer;
          await content.write('faq/tree-care.json', JSON.stringify(category));
        },
        'faq/tree-care.json',
        `items["trimming-the-trunk"].answer: ${mistake}`,
      ] as const,
  ),
  [
    async (content) => {
      const question = { id: 'taken', question: 'One?', answer: 'One.' };
      const copied = { name: 'Copied', icon: 'icon-tree', order: 9, items: [question] };
      for (const name of ['first', 'second']) await content.write(`faq/${name}.json`, JSON.stringify(copied));
    },
    'faq/second.json',
    'items["taken"].id: "taken", which content/faq/first.json has too, wanted an id of its own',
  ],
];

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const PHOTOGRAPH = sharp({
  create: { width: 80, height: 60, channels: 3, background: '#888', noise },
}).jpeg();

type Mistake = readonly [
  spoil: (content: ContentCopy) => Promise<void>,
  file: string,
  mistake: string,
  count: number,
];

/** A misspelt name is one too many and one too few. */
const TWICE = ['"price" → "pirce"', '  testimonials: →   testimonial:'];

test('every mistake is reported with its file, field, what was found and what is wanted', async ({
  content,
}) => {
  await mkdir(join(content.dir, 'images'));
  await PHOTOGRAPH.clone().toFile(join(content.dir, 'images/gate.jpg'));
  const spoilt = Object.entries(MISTAKES).flatMap(([file, mistakes]) =>
    Object.entries(mistakes).map(([edit, mistake]) => {
      const [before = '', after = ''] = edit.split(/ ?→ ?/);
      const spoil = () => (before === '' ? content.write(file, after) : content.replace(file, before, after));
      return [spoil, file, mistake, TWICE.includes(edit) ? 2 : 1] as const;
    }),
  );
  let left: Mistake[] = [...spoilt, ...OTHERS.map((each) => [...each, 1] as const)];
  // One of each file at a time, because a check takes longer than all that is found by it. What builds on what is
  // wrong first is not looked at, so some wait for another round.
  while (left.length > 0) {
    const round = new Map(left.toReversed().map((each) => [each[1], each]));
    for (const [spoil] of round.values()) await spoil(content);
    const { problems } = await checkContent(content.dir);
    await content.restore();
    const found = new Set(problems.map(({ file }) => file));
    const isFound = [...round.values()].some(([, file]) => found.has(file));
    expect(isFound, [...round.values()].map(([, , mistake]) => mistake).join('\n')).toBe(true);
    for (const name of found) {
      const [, file = name, mistake = 'none', count = 1] = round.get(name) ?? [];
      const said = problems
        .filter((each) => each.file === file)
        .map((each) => `${each.file} ${each.field}: ${each.found}, wanted ${each.wanted}`);
      const pattern = mistake
        .split('…')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('[\\s\\S]*');
      expect.soft(said, mistake).toHaveLength(count);
      expect.soft(said).toContainEqual(expect.stringMatching(new RegExp(`^${file} ${pattern}$`)));
    }
    left = left.filter((each) => each !== round.get(each[1]) || !found.has(each[1]));
  }
});

test('what is right has no mistake: old addresses, no notices, a photograph, what Windows leaves in folders', async ({
  content,
}) => {
  const redirects = JSON.parse(await content.read('redirects.json'));
  for (const from of ['/about-us.html', '/Donkeys', '/news?page=2', '/?page_id=7'])
    redirects.push({ id: `old-${redirects.length}`, from, to: '/about-us' });
  await content.write('redirects.json', JSON.stringify(redirects));
  await content.remove('notices.json');
  for (const name of ['Thumbs.db', 'prices/Thumbs.db', 'desktop.ini', 'pages/.DS_Store'])
    await content.write(name, '\0');
  await mkdir(join(content.dir, 'images'));
  await PHOTOGRAPH.clone().toFile(join(content.dir, 'images/gate.jpg'));
  await content.replace('pages/visit.md', 'image: barn-wide', 'image: gate.jpg');
  expect((await checkContent(content.dir)).problems).toEqual([]);
});

test('several mistakes make one message', async ({ content }) => {
  await content.replace('prices/home.json', '"£44"', '"£4O"');
  await content.replace('shop.json', '2025-12-08', '2025-12-09');
  const message = formatProblems((await checkContent(content.dir)).problems);
  for (const said of [
    'content/prices/home.json',
    'content/shop.json',
    'found:  "£4O"',
    'wanted: the Monday of the',
  ])
    expect(message).toContain(said);
  expect(message).toMatch(/^2 mistakes in the content files:/);
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
