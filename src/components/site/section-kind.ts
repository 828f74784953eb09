import type { PageSection } from '#domain/schemas/page.ts';
import { wordsToLines } from '../../content/reader/words.ts';

/**
 * How a section is set, from what is there, so that an editor need not choose. What has a picture: `plate`, words in
 * the sky of a picture across the page; `margin`, a small cut-out with the small print beside the rest; `spread`, a
 * picture of five or seven twelfths of the page. What has words only: `statement`, few that lead on, in large letters
 * under the heading as a label; `column`, many in narrow columns with an initial. Everything else is `plain`.
 */
export type SectionKind = 'plain' | 'statement' | 'column' | 'spread' | 'margin' | 'plate';

/** Letters that are read at a glance, and those that are a text. */
const STATEMENT = 300;
const COLUMN = 400;

/** @param isFull whether more than its words stand in it */
export function sectionKind(section: PageSection, isFull: boolean): SectionKind {
  const { image, layout, text = '', links } = section;
  if (image?.startsWith('vignette-')) return 'margin';
  if (image !== undefined) return layout === 'plate' ? 'plate' : 'spread';
  if (layout === 'large') return 'statement';
  const letters = wordsToLines(text).join(' ').length;
  if (isFull || letters === 0) return 'plain';
  if (letters <= STATEMENT && links) return 'statement';
  return letters >= COLUMN ? 'column' : 'plain';
}
