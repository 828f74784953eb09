import { isAlwaysIn } from '#domain/navigation.ts';
import { CONTENT_PAGES, isFreePath, isListed, isPageId, type PageId, pagePath } from '#domain/pages.ts';
import { PAGE_SECTIONS, TOWN_SECTIONS, WITHOUT_PICTURE } from '../reader/page-sections.ts';
import { allEntries, type Content, type ContentEntry, ids, oneOf } from '../reader/parse-content.ts';
import { type Finding, find } from '../reader/problems.ts';

/** The file of a simple page: `how-we-grow.md`, or `trees/in-pots.md`. */
const SIMPLE_PAGE = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/;

type AnyPage = ContentEntry<'pages'> | ContentEntry<'towns'>;

/** Each page must have its file, its sections, and the readings that they need. */
export function checkPages(content: Content): Finding[] {
  return [
    ...checkPageFiles(content),
    ...checkFileNames(content),
    ...[...content.pages, ...content.towns].flatMap((page) => checkReadings(content, page)),
    ...checkTowns(content),
    ...checkNavigation(content),
  ];
}

function checkPageFiles({ pages, towns }: Content): Finding[] {
  const missing = (Object.keys(CONTENT_PAGES) as PageId[])
    .filter((id) => !ids(pages).includes(id))
    .map((id) => {
      const wanted = `a file, since the site has a page ${CONTENT_PAGES[id].path}`;
      return find(`pages/${id}.md`, [], 'nothing, or a file with mistakes', wanted);
    });
  const misnamed = pages
    .filter(({ id }) => !isPageId(id) && !(isFreePath(pagePath(id)) && SIMPLE_PAGE.test(id)))
    .map(({ file, id }) => {
      const wanted = 'a name in small letters, digits and hyphens, at which the site has nothing else';
      return find(file, [], `a page at ${pagePath(id)}`, wanted);
    });
  const sections = pages.flatMap((page) =>
    hasSections(page.id) ? [...checkSections(page, PAGE_SECTIONS[page.id]), ...checkNoPictures(page)] : [],
  );
  const ofTowns = towns.flatMap((town) => findUnknownSections(town, TOWN_SECTIONS));
  return [...missing, ...misnamed, ...sections, ...ofTowns];
}

/** A file's name becomes an address of a town page, an anchor, or the name that pages give it. */
function checkFileNames(content: Content): Finding[] {
  const others = allEntries(content).filter(({ collection }) => collection !== 'pages');
  return [...new Set(others.map(({ file }) => file))].flatMap((file) => {
    const name = file.replace(/^.*\/|\.\w+$/g, '');
    if (SIMPLE_PAGE.test(name)) return [];
    return find(
      file,
      [],
      `the name "${name}"`,
      'a name in small letters, digits and hyphens, such as tree-care',
    );
  });
}

/** Types already say so for each page; an editor may also run what nobody has type-checked yet. */
function hasSections(id: string): id is keyof typeof PAGE_SECTIONS {
  return Object.hasOwn(PAGE_SECTIONS, id);
}

function checkSections(page: ContentEntry<'pages'>, wanted: readonly string[]): Finding[] {
  const missing = wanted.filter((id) => !(id in page.data.sections));
  return [
    ...missing.map((id) => find(page.file, ['sections', id], 'nothing', 'this section of the page')),
    ...findUnknownSections(page, wanted),
  ];
}

function findUnknownSections({ file, data }: AnyPage, known: readonly string[]): Finding[] {
  const unknown = Object.keys(data.sections).filter((id) => !known.includes(id));
  return unknown.map((id) =>
    find(file, ['sections', id], 'a section that the page does not have', oneOf(known)),
  );
}

/** What a page shows in a way of its own has no room for a picture. */
function checkNoPictures({ file, id, data }: ContentEntry<'pages'>): Finding[] {
  const wanted = 'no picture in this section, because the page shows it in a way of its own';
  return (WITHOUT_PICTURE[id] ?? []).flatMap((section) => {
    const image = data.sections[section]?.image;
    return image === undefined ? [] : find(file, ['sections', section, 'image'], `"${image}"`, wanted);
  });
}

/** Hours need their season, and each figure a reading that it has. */
function checkReadings(content: Content, { file, data }: AnyPage): Finding[] {
  const { facts = {}, season, hours, closingHours } = data.readings;
  if (season === undefined && (hours ?? closingHours) !== undefined) {
    const wanted = `the season of these hours, ${oneOf(ids(content.seasons))}`;
    return [find(file, ['readings', 'season'], 'nothing', wanted)];
  }
  return Object.entries(facts).flatMap(([name, reading]) => {
    const known = readingsOf(content, name);
    const wanted = known.length > 0 ? oneOf(known) : 'a fact that has readings';
    return known.includes(reading) ? [] : find(file, ['readings', 'facts', name], `"${reading}"`, wanted);
  });
}

function readingsOf(content: Content, factName: string): string[] {
  const [group, id = ''] = factName.split('.');
  const fact = content.facts.find((entry) => entry.id === group)?.data.facts[id];
  return Object.keys(fact?.readings ?? {});
}

function checkTowns({ towns }: Content): Finding[] {
  return towns.flatMap(({ file, data: { faq, sections } }) => {
    if (faq.length > 0 === 'faq' in sections) return [];
    return faq.length > 0
      ? find(file, ['faq'], 'questions, but no section for them', 'a section for them as well, named faq')
      : find(
          file,
          ['sections', 'faq'],
          'a section without questions',
          'questions as well, or no such section',
        );
  });
}

/** A page can ask to be in the menu or the footer, if everybody may see it and it is not there yet. */
function checkNavigation({ pages }: Content): Finding[] {
  return pages.flatMap(({ id, file, data }) => {
    const path = pagePath(id);
    return data.showIn.flatMap((part, index) => {
      if (isListed(path) && !isAlwaysIn(part, path)) return [];
      const why = isAlwaysIn(part, path)
        ? `the ${part} always has ${path}`
        : `${path} is not a page for every visitor`;
      return find(file, ['showIn', index], `"${part}"`, `no "${part}" here, because ${why}`);
    });
  });
}
