import { compareContent, readPublished } from '#content/changes/compare-content.ts';
import { nameLeaves } from '#content/changes/list-changes.ts';
import { checkContent, checkFile } from '#content/checks/check-content.ts';
import { isSame } from '#content/edit/edit-source.ts';
import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import { type ReadContent, readContent, readFiles } from '#content/reader/read-content.ts';
import { type Disagreement, findDisagreements } from '#content/report/disagreements.ts';
import { findTypedFigures, type TypedFigure } from '#content/report/typed-figures.ts';
import { type Plan, planSeason, proposeSeason } from '#content/season/plan-season.ts';
import type { IsoDay } from '#domain/dates.ts';
import { listQueryWords, listWords } from '#domain/search-words.ts';
import { NOTICES_FILE } from '../../site/live-content.ts';
import { hashBytes } from '../files/content-folder.ts';
import { nameFile } from '../files/file-names.ts';
import { findPartOf } from '../forms/find-part.ts';
import { isMade } from '../forms/form-field.ts';
import { sayChanges, sayRewritten, sayValue, sayWarning } from '../forms/form-words.ts';
import { checkPhotographsApart } from '../photographs/photograph-process.ts';

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

/** A warning in words, with the file that it is about. */
export interface Doubt {
  readonly file: string;
  readonly words: string;
}

/** What publishing a drafted folder would change. */
export interface Comparison {
  /** In words, a line each: what the drafts change, and what somebody has changed by hand since the site was built. */
  readonly changes: string[];
  readonly byHand: string[];
  readonly warnings: Doubt[];
  readonly problems: readonly ContentProblem[];
  readonly digest: string;
}

/** @param distDir of the published site */
export async function review(
  folder: string,
  { contentDir, distDir, today }: { contentDir: string; distDir: string | undefined; today: IsoDay },
): Promise<Comparison> {
  const { values: after, problems } = await checkContent(folder, checkPhotographsApart);
  const now = await readFiles(contentDir);
  const before = withoutNotices(now.values);
  const site = withoutNotices((distDir && (await readPublished(distDir))) || before);
  const drafted = withoutNotices(after);
  // What cannot be read is among the problems, and neither there nor removed.
  const unread = now.problems.map((each) => each.file);
  const readable = Object.fromEntries(Object.entries(site).filter(([file]) => !unread.includes(file)));
  return {
    problems,
    changes: compare(before, drafted, today).changes,
    byHand: compare(readable, before, today).changes,
    warnings: compare(site, drafted, today).warnings,
    digest: hashBytes(Buffer.from(JSON.stringify([before, site]))),
  };
}

function withoutNotices(values: ContentValues): ContentValues {
  const { [NOTICES_FILE]: _, ...others } = values;
  return others;
}

/** What has changed from one folder to another, in words. */
export async function compareFolders(before: string, after: string, today: IsoDay): Promise<string[]> {
  return compare((await readFiles(before)).values, (await readFiles(after)).values, today).changes;
}

/**
 * In words, for content that may have mistakes: a file whose shape nobody knows cannot be put into words, and must stop
 * neither a backup nor the page that names the mistake.
 */
function compare(
  before: ContentValues,
  after: ContentValues,
  today: IsoDay,
): { changes: string[]; warnings: Doubt[] } {
  try {
    const { changes, warnings } = compareContent(before, after, today);
    return {
      changes: sayChanges(changes, before, after),
      warnings: warnings.map((each) => ({ file: each.file, words: sayWarning(each, after) })),
    };
  } catch {
    const files = Object.keys({ ...before, ...after }).filter((file) => !isSame(before[file], after[file]));
    return { changes: files.map((file) => sayRewritten(file, after)), warnings: [] };
  }
}

/** The files of a content folder whose names, fields and values have all that was typed. */
export async function search(folder: string, typed: string): Promise<FoundFile[]> {
  const { values } = await readFiles(folder);
  const query = listQueryWords(typed);
  const has = (text: string) => {
    const words = listWords(text).join(' ');
    return query.every((word) => words.includes(word));
  };
  if (query.length === 0) return [];
  return Object.entries(values).flatMap(([file, record]): FoundFile[] => {
    // An outline has no form.
    if (findCollection(file) === 'silhouettes') return [];
    const title = nameFile(file, values);
    const fields = [...nameLeaves(record).values()].flatMap(({ path, value: raw }): FoundField[] => {
      const found = findPartOf(file, path, values);
      if (found === undefined || isMade(found.field)) return [];
      const value = sayValue(found.field, String(raw), values);
      const isFound = has(`${title} ${found.name} ${value} ${raw}`) && !has(title);
      if (!isFound && !has(`${found.name} ${value} ${raw}`)) return [];
      return [{ name: found.name, path: found.path, value }];
    });
    return has(title) || fields.length > 0 ? [{ file, title, fields }] : [];
  });
}

/** A file in which something was found. */
export interface FoundFile {
  readonly file: string;
  readonly title: string;
  /** Empty if it is found by its name alone. */
  readonly fields: readonly FoundField[];
}

interface FoundField {
  readonly name: string;
  readonly value: string;
  /** Of its control in the form. */
  readonly path: string;
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
