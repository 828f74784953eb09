import { isAlwaysIn } from '#domain/navigation.ts';
import { isListed, pagePath } from '#domain/pages.ts';
import type { Content } from '../reader/parse-content.ts';
import type { Finding } from '../reader/problems.ts';

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
