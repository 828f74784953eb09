import { describeOpeningHours } from '#domain/content/opening-data.ts';
import type { Opening } from '#domain/content/opening-days.ts';

/** The text of a script element with a page's data for search engines. */
export function formatGraph(graph: object): string {
  // "<" could end the script element early; JSON reads \u003c as the same character.
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

const SCRIPTS = /(?<=<script type="application\/ld\+json">).*?(?=<\/script>)/gs;

interface Thing {
  readonly openingHoursSpecification?: object;
  readonly specialOpeningHoursSpecification?: object;
}

/** A built page whose data for search engines have these hours in place of its build's. */
export function replaceOpeningData(page: string, opening: Opening): string {
  return page.replace(SCRIPTS, (built) => {
    const { '@graph': things, ...rest } = JSON.parse(built) as { '@graph': Thing[] };
    const changed = things.map((thing) => {
      const { openingHoursSpecification, specialOpeningHoursSpecification: _, ...others } = thing;
      // Last, as src/content/json-ld.ts has them, so that a page stays byte for byte where nothing has changed.
      return openingHoursSpecification ? { ...others, ...describeOpeningHours(opening) } : thing;
    });
    return formatGraph({ ...rest, '@graph': changed });
  });
}
