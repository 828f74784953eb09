import { isAlwaysIn } from '#domain/navigation.ts';
import { CONTENT_PAGES, isFreePath, isListed, isPageId, type PageId, pagePath } from '#domain/pages.ts';
import type { Town } from '#domain/schemas/page.ts';
import { PAGE_SECTIONS, TOWN_SECTIONS } from '../reader/page-sections.ts';
import { type Content, type ContentEntry, ids, oneOf } from '../reader/parse-content.ts';
import type { Finding } from '../reader/problems.ts';

/** The file of a simple page: `how-we-grow.md`, or `trees/in-pots.md`. */
const SIMPLE_PAGE = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/;

/** Each page must have its file, its sections, and existing readings. */
export function checkPages(content: Content): Finding[] {
  return [
    ...checkPageFiles(content),
    ...[...content.pages, ...content.towns].flatMap((page) => checkReadings(content, page)),
    ...checkTowns(content),
  ];
}

function checkPageFiles(content: Content): Finding[] {
  const known = Object.keys(CONTENT_PAGES) as PageId[];
  const missing = known
    .filter((id) => !content.pages.some((page) => page.id === id))
    .map((id) => ({
      file: `pages/${id}.md`,
      path: [],
      found: 'nothing, or a file with mistakes',
      wanted: `a file, since the site has a page ${CONTENT_PAGES[id].path}`,
    }));
  const misnamed = content.pages
    .filter(({ id }) => !isPageId(id) && !(isFreePath(pagePath(id)) && SIMPLE_PAGE.test(id)))
    .map(({ file, id }) => ({
      file,
      path: [],
      found: `a page at ${pagePath(id)}`,
      wanted: 'a name in small letters, digits and hyphens, at which the site has nothing else',
    }));
  const sections = [
    ...content.pages.flatMap((page) =>
      hasSections(page.id) ? [...checkSections(page, PAGE_SECTIONS[page.id]), ...checkNoPictures(page)] : [],
    ),
    ...content.towns.flatMap((town) => findUnknownSections(town, TOWN_SECTIONS)),
  ];
  return [...missing, ...misnamed, ...sections];
}

/** Types already say so for each page; an editor may also run what nobody has type-checked yet. */
function hasSections(id: string): id is keyof typeof PAGE_SECTIONS {
  return Object.hasOwn(PAGE_SECTIONS, id);
}

function checkSections(page: ContentEntry<'pages'>, wanted: readonly string[]): Finding[] {
  const present = Object.keys(page.data.sections);
  return [
    ...wanted
      .filter((id) => !present.includes(id))
      .map((id) => ({
        file: page.file,
        path: ['sections', id],
        found: 'nothing',
        wanted: 'this section of the page',
      })),
    ...findUnknownSections(page, wanted),
  ];
}

function findUnknownSections(
  { file, data }: ContentEntry<'pages'> | ContentEntry<'towns'>,
  known: readonly string[],
): Finding[] {
  return Object.keys(data.sections)
    .filter((id) => !known.includes(id))
    .map((id) => ({
      file,
      path: ['sections', id],
      found: 'a section that the page does not have',
      wanted: oneOf(known),
    }));
}

/** A layout has its own place for each picture. */
function checkNoPictures({ file, data }: ContentEntry<'pages'>): Finding[] {
  return Object.entries(data.sections).flatMap(([id, { image }]) =>
    image === undefined
      ? []
      : [
          {
            file,
            path: ['sections', id, 'image'],
            found: `"${image}"`,
            wanted: 'no picture in this section, because the page has a layout of its own',
          },
        ],
  );
}

function checkReadings(
  content: Content,
  { file, data }: ContentEntry<'pages'> | ContentEntry<'towns'>,
): Finding[] {
  const { facts = {}, season, hours, closingHours, prices, guide } = data.readings;
  const named = [
    [['season'], season, ids(content.seasons)],
    [['hours'], hours, ids(content.hours)],
    [['closingHours'], closingHours, ids(content.hours)],
    [['prices'], prices, ids(content.prices)],
    [['guide'], guide, ids(content.guides)],
    ...Object.entries(facts).map(
      ([name, reading]) => [['facts', name], reading, readingsOf(content, name)] as const,
    ),
  ] as const;
  if (season === undefined && (hours ?? closingHours) !== undefined) {
    const wanted = `the season of these hours, ${oneOf(ids(content.seasons))}`;
    return [{ file, path: ['readings', 'season'], found: 'nothing', wanted }];
  }
  return named.flatMap(([path, value, known]) =>
    value === undefined || known.includes(value)
      ? []
      : [
          {
            file,
            path: ['readings', ...path],
            found: `"${value}"`,
            wanted: known.length > 0 ? oneOf(known) : 'a fact that has readings',
          },
        ],
  );
}

function readingsOf(content: Content, factName: string): string[] {
  const [group, id = ''] = factName.split('.');
  const fact = content.facts.find((entry) => entry.id === group)?.data.facts[id];
  return fact !== undefined && 'readings' in fact ? Object.keys(fact.readings) : [];
}

function checkTowns(content: Content): Finding[] {
  const known = ids(content.journeys);
  return content.towns.flatMap(({ file, data }) => [
    ...data.journeys.flatMap((id, index) =>
      known.includes(id) ? [] : [{ file, path: ['journeys', index], found: `"${id}"`, wanted: oneOf(known) }],
    ),
    ...checkTownQuestions(file, data),
  ]);
}

function checkTownQuestions(file: string, { faq, sections }: Town): Finding[] {
  const hasQuestions = faq.length > 0;
  if (hasQuestions === 'faq' in sections) return [];
  return hasQuestions
    ? [
        {
          file,
          path: ['faq'],
          found: 'questions, but no section for them',
          wanted: 'a section for them as well, named faq',
        },
      ]
    : [
        {
          file,
          path: ['sections', 'faq'],
          found: 'a section without questions',
          wanted: 'questions as well, or no such section',
        },
      ];
}

/** A page can ask for a place in the menu or the footer, if everybody may see it and it has none there yet. */
export function checkNavigation({ pages }: Content): Finding[] {
  return pages.flatMap(({ id, file, data }) => {
    const path = pagePath(id);
    return data.showIn.flatMap((place, index) => {
      const wanted = isAlwaysIn(place, path)
        ? `no "${place}" here, because the ${place} always has ${path}`
        : `no "${place}" here, because ${path} is not a page for every visitor`;
      return isListed(path) && !isAlwaysIn(place, path)
        ? []
        : [{ file, path: ['showIn', index], found: `"${place}"`, wanted }];
    });
  });
}
