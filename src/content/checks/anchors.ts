import { pagePath, townPath } from '#domain/pages.ts';
import { ids } from '../reader/entries.ts';
import { sectionAnchor } from '../reader/page-sections.ts';
import type { Content } from '../reader/parse-content.ts';

/** What every page has. */
const EVERYWHERE = ['top', 'main'];
/** The parts of forms and choices that links may lead to. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'nordmann-branches': ['order-weeks'],
  privacy: ['opt-out'],
};

/** The anchors of each page, by its path: of its sections and questions, and of the records that it shows. */
export function listAnchors(content: Content): Map<string, readonly string[]> {
  const shown: Readonly<Record<string, readonly string[]>> = {
    faq: content.faq.flatMap(({ id, data }) => [id, ...ids(data.items)]),
    'care-guide': [...ids(content.careSteps), ...ids(content.troubleshooting)],
    'tree-varieties': ids(content.varieties),
    'tree-stands': ids(content.stands),
  };
  const pages = content.pages.map(({ id, data }) => {
    const sections = Object.keys(data.sections).flatMap((name) => sectionAnchor(id, name) ?? []);
    const others = [...(PARTS[id] ?? []), ...(shown[id] ?? []), ...EVERYWHERE];
    return [pagePath(id), [...sections, ...others]] as const;
  });
  const towns = content.towns.map(({ id, data }) => {
    const sections = Object.keys(data.sections).flatMap((name) => sectionAnchor(id, name) ?? []);
    return [townPath(id), [...sections, ...ids(data.faq), ...EVERYWHERE]] as const;
  });
  return new Map([...pages, ...towns]);
}
