import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareContent } from '#content/changes/compare-content.ts';
import { checkContent, checkFile } from '#content/checks/check-content.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import { type ReadContent, readContent } from '#content/reader/read-content.ts';
import { type ContentValues, readFiles } from '#content/reader/read-files.ts';
import { type Disagreement, findDisagreements } from '#content/report/disagreements.ts';
import { findTypedFigures, type TypedFigure } from '#content/report/typed-figures.ts';
import { type Plan, planSeason } from '#content/season/plan-season.ts';
import type { IsoDay } from '#domain/dates.ts';
import { NOTICES_FILE } from '../site/read-notices.ts';
import { hashBytes } from './content-folder.ts';
import { checkPhotographsApart } from './photograph-process.ts';
import { proposeSeason } from './propose-season.ts';

// What `content-aside.ts` does with a whole content folder. Folders are absolute.

export { readContent };

/** What a form's value would be, saved: its mistakes, and the content beside it. */
export async function checkValue(
  folder: string,
  file: string,
  value: unknown,
): Promise<{ problems: ContentProblem[]; values: ContentValues }> {
  const read = await readContent(folder);
  return { problems: checkFile(read, file, value), values: read.values };
}

/** What publishing a drafted folder would change. */
export interface Comparison {
  /** In words, a line each: what the drafts change, and what somebody has changed by hand since the site was built. */
  readonly changes: string[];
  readonly byHand: string[];
  /** What of all that looks like a mistake. */
  readonly warnings: string[];
  /** Mistakes that prevent publishing. */
  readonly problems: readonly ContentProblem[];
  /** Of the folder and the site, as they are now. */
  readonly digest: string;
}

/** @param distDir of the published site */
export async function review(
  folder: string,
  { contentDir, distDir, today }: { contentDir: string; distDir: string | undefined; today: IsoDay },
): Promise<Comparison> {
  const { values: after, problems } = await checkContent(folder, checkPhotographsApart);
  const before = withoutNotices((await readFiles(contentDir)).values);
  const site = withoutNotices((await readPublished(distDir)) ?? before);
  const drafted = withoutNotices(after);
  return {
    problems,
    changes: compareLoosely(before, drafted, today).changes,
    byHand: compareLoosely(site, before, today).changes,
    warnings: compareLoosely(site, drafted, today).warnings,
    digest: hashBytes(Buffer.from(JSON.stringify([before, site]))),
  };
}

function withoutNotices(values: ContentValues): ContentValues {
  const { [NOTICES_FILE]: _, ...others } = values;
  return others;
}

/** @returns undefined if no site is published, or it is not one of ours */
async function readPublished(distDir: string | undefined): Promise<ContentValues | undefined> {
  if (distDir === undefined) return undefined;
  return readFile(join(distDir, '.content.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
}

/** What has changed from one folder to another, in words. */
export async function compareFolders(before: string, after: string, today: IsoDay): Promise<string[]> {
  const [one, other] = [await readFiles(before), await readFiles(after)];
  return compareLoosely(one.values, other.values, today).changes;
}

/**
 * As `compareContent`, for content that may have mistakes: a file whose shape nobody knows cannot be put into words, and
 * must stop neither a backup nor the page that names the mistake.
 */
function compareLoosely(
  ...[before, after, today]: Parameters<typeof compareContent>
): ReturnType<typeof compareContent> {
  try {
    return compareContent(before, after, today);
  } catch {
    const files = Object.keys({ ...before, ...after }).filter(
      (file) => JSON.stringify(before[file]) !== JSON.stringify(after[file]),
    );
    return { changes: files.map((file) => `${file}: written differently`), warnings: [] };
  }
}

/** What `npm run content:report` prints. */
export async function report(
  folder: string,
): Promise<ReadContent & { disagreements: Disagreement[]; figures: TypedFigure[] }> {
  const read = await readContent(folder);
  const { content } = read;
  return { ...read, disagreements: findDisagreements(content), figures: findTypedFigures(content) };
}

export interface MadePlan {
  readonly year: number;
  readonly plan: Plan | string;
  readonly digest: string;
  readonly values: ContentValues;
}

/** @param asked the year as typed; the coming season without it */
export async function plan(folder: string, asked: string | undefined, today: IsoDay): Promise<MadePlan> {
  const read = await readContent(folder);
  const { values } = read;
  const year = /^20\d\d$/.test(asked?.trim() ?? '') ? Number(asked) : proposeSeason(values, today);
  const made = await planSeason(folder, read, year);
  return { year, plan: made, values, digest: hashBytes(Buffer.from(JSON.stringify(made))) };
}
