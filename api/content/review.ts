import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { checkContent } from '#content/checks/check-content.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import { type ContentValues, readFiles } from '#content/reader/read-files.ts';
import { londonDay } from '#domain/dates.ts';
import type { Database } from '../db/schema.ts';
import { NOTICES_FILE } from '../site/read-notices.ts';
import { hashBytes } from './content-folder.ts';
import { compareLoosely, describePhotograph, isPhotographFile } from './describe-version.ts';
import type { ContentDraft } from './draft.ts';
import { type DraftRow, listDraftRows } from './draft-repository.ts';
import { checkPhotographsApart } from './photograph-process.ts';

/** What publishing some of the drafts would do now. */
export interface ContentReview {
  /** The files whose drafts these are. */
  readonly chosen: readonly string[];
  /** What the drafts change, in words, a line each. */
  readonly changes: string[];
  /** What somebody has changed by hand since the site was built, which is published along. */
  readonly byHand: string[];
  /** What of all that looks like a mistake. */
  readonly warnings: string[];
  /** Mistakes that prevent publishing. */
  readonly problems: readonly ContentProblem[];
  /** Drafted files in which somebody has changed the same field by hand meanwhile. */
  readonly conflicts: string[];
  /** Of everything that can be published, chosen or not: what a person has seen is still so. */
  readonly digest: string;
}

export interface ReviewDependencies {
  readonly db: Kysely<Database>;
  readonly draft: ContentDraft;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. Of the published site. */
  readonly distDir: string | undefined;
  readonly clock: () => Date;
}

/**
 * Compares the drafted content with the folder, and the folder with what the site was built from: what somebody has
 * changed by hand since is published along with the drafts. Photographs are compared with the folder only, because a
 * site does not say which ones it was built from.
 * @param files whose drafts are to be published; all of them if it is undefined
 * @returns also the drafts that were there, chosen or not
 */
export async function reviewContent(
  { db, draft, contentDir, distDir, clock }: ReviewDependencies,
  files?: readonly string[],
): Promise<{ review: ContentReview; drafts: DraftRow[] }> {
  const isChosen = ({ file }: { readonly file: string }) => files?.includes(file) ?? true;
  const all = await draft.list();
  const entries = all.filter(isChosen);
  const chosen = entries.map(({ file }) => file);
  const drafts = await listDraftRows(db);
  const { values: after, problems } = await draft.withFolder(
    (folder) => checkContent(folder, checkPhotographsApart),
    chosen,
  );
  const folder = (await readFiles(contentDir)).values;
  const site = (await readPublished(distDir)) ?? folder;
  const compare = (from: ContentValues, to: ContentValues) =>
    compareLoosely(withoutNotices(from), withoutNotices(to), londonDay(clock()));
  const photographs = entries.filter(({ file }) => isPhotographFile(file));
  const changes = [
    ...compare(folder, after).changes,
    ...photographs.map(({ file, kind }) => describePhotograph(file, kind)),
  ];
  // What is drafted may be no value, such as an indent.
  if (changes.length === 0) changes.push(...chosen.map((file) => `${file}: written differently`));
  const conflicts = entries.filter(({ isConflict }) => isConflict).map(({ file }) => file);
  const seen = [drafts.map(({ file, hash }) => [file, hash]), withoutNotices(folder), withoutNotices(site)];
  const digest = hashBytes(Buffer.from(JSON.stringify(seen)));
  const { changes: byHand } = compare(site, folder);
  const { warnings } = compare(site, after);
  return { review: { chosen, changes, byHand, warnings, problems, conflicts, digest }, drafts };
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
