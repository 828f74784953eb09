import { sayCommand } from '#commands';
import { formatDay, type IsoDay } from '#domain/dates.ts';
import { sundayOf, weekLabel } from '#domain/delivery/weeks.ts';
import { isPageId, pagePath } from '#domain/pages.ts';
import type { CollectionName } from '../reader/collections.ts';
import { allEntries, type Content } from '../reader/parse-content.ts';
import { listPages, namesRecord, READINGS } from '../reader/shown-on.ts';
import { seasonYear } from '../season/move-day.ts';
import { listAddresses, listTexts } from './texts.ts';

/** What is no mistake, but probably not meant: sentences for the editor. */
export function listHints(content: Content, today: IsoDay): string[] {
  return [
    ...listUnlinked(content),
    ...listUnread(content),
    ...listUnsold(content),
    ...listOver(content, today),
  ];
}

/** A sentence for each simple page that the site itself never leads to. `listed: false` says that this is meant. */
function listUnlinked(content: Content): string[] {
  const linked = listTexts(content).flatMap((each) =>
    listAddresses(each).map((address) => ({ file: each.entry.file, path: address.replace(/[?#].*$/, '') })),
  );
  return content.pages
    .filter(({ id, data }) => !isPageId(id) && data.listed && data.showIn.length === 0)
    .filter(({ id, file }) => !linked.some((each) => each.path === pagePath(id) && each.file !== file))
    .map(
      ({ id, file }) =>
        `content/${file}: nobody can find ${pagePath(id)}. Link to it from another page, or give its file showIn: [menu] or showIn: [footer].`,
    );
}

/** A sentence for each list of prices, hours, season or guide that no page names, such as one that was just added. */
function listUnread(content: Content): string[] {
  const named = [
    ...listPages(content).map(({ data }) => data.readings),
    ...content.structuredData.map(({ data }) => data),
  ];
  return allEntries(content)
    .filter(({ collection }) => Object.values<CollectionName>(READINGS).includes(collection))
    .filter(({ collection, id }) => !named.some((readings) => namesRecord(readings, collection, id)))
    .map(
      ({ file, id }) =>
        `content/${file}: no page shows it. To show it, name ${id} under readings in a page’s file.`,
    );
}

/** A sentence for each kind of tree without a price in any list: its cards then show none. */
function listUnsold({ varieties, prices }: Content): string[] {
  const sold = prices.flatMap(({ data }) =>
    data.groups.flatMap(({ trees }) => trees.map(({ type }) => type)),
  );
  return varieties
    .filter(({ data }) => !sold.includes(data.type))
    .map(({ file, data }) => `content/${file}: no list in content/prices has a price for ${data.type}.`);
}

/** The seasons that have ended, the last day of them, and the year to move everything to; undefined while none has. */
export function findEndedSeasons({ seasons }: Pick<Content, 'seasons'>, today: IsoDay) {
  const ended = seasons.filter(({ data }) => data.to < today);
  const [last] = ended.map(({ data }) => data.to).sort((a, b) => b.localeCompare(a));
  if (last === undefined) return undefined;
  const next = Math.max(Number(today.slice(0, 4)), seasonYear(last) + 1);
  return { ended, areAll: ended.length === seasons.length, last, next };
}

/** A sentence for each season that is over, and one for the delivery weeks that are: no mistakes, but old news. */
export function listOver(content: Pick<Content, 'seasons' | 'shop'>, today: IsoDay): string[] {
  const over = findEndedSeasons(content, today);
  const warnings = (over?.ended ?? []).map(
    ({ file, data }) => `content/${file}: the season ended on ${formatDay(data.to, 'full')}.`,
  );
  for (const { file, data } of content.shop) {
    const weeks = data.weeks.filter(({ id }) => sundayOf(id) < today);
    if (weeks.length === 0) continue;
    const names = weeks.map((week) => `${weekLabel(week)} ${week.id.slice(0, 4)}`).join(', ');
    warnings.push(`content/${file}: ${names} ${weeks.length === 1 ? 'is' : 'are'} over.`);
  }
  if (over) warnings.push(`For the new season: ${sayCommand('content:season', String(over.next))}`);
  return warnings;
}
