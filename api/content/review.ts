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

/** What publishing would do now. */
export interface ContentReview {
  /** In words, a line each. */
  readonly changes: string[];
  /** What of it looks like a mistake. */
  readonly warnings: string[];
  /** Mistakes that prevent publishing. */
  readonly problems: readonly ContentProblem[];
  /** Drafted files in which somebody has changed the same field by hand meanwhile. */
  readonly conflicts: string[];
  /** Of all that a person sees here, so that what they confirm is what is published. */
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
 * Compares the drafted content with what the site was built from, and not with the folder: what somebody has changed by
 * hand since is published along with the drafts, so they are told of it here. Photographs are compared with the folder,
 * because a site does not say which ones it was built from.
 * @returns also the drafts that it looked at
 */
export async function reviewContent({
  db,
  draft,
  contentDir,
  distDir,
  clock,
}: ReviewDependencies): Promise<{ review: ContentReview; drafts: DraftRow[] }> {
  const entries = await draft.list();
  const drafts = await listDraftRows(db);
  const { values: after, problems } = await draft.withFolder(checkContent);
  const before = (await readPublished(distDir)) ?? (await readFiles(contentDir)).values;
  const compared = compareLoosely(withoutNotices(before), withoutNotices(after), londonDay(clock()));
  const changes = [
    ...compared.changes,
    ...entries
      .filter(({ file }) => isPhotographFile(file))
      .map(({ file, kind }) => describePhotograph(file, kind)),
  ];
  // What is drafted may be no value, such as an indent.
  if (changes.length === 0) changes.push(...entries.map(({ file }) => `${file}: written differently`));
  const { warnings } = compared;
  const conflicts = entries.filter(({ isConflict }) => isConflict).map(({ file }) => file);
  const seen = [drafts.map(({ file, hash }) => [file, hash]), changes, warnings];
  const digest = hashBytes(Buffer.from(JSON.stringify(seen)));
  return { review: { changes, warnings, problems, conflicts, digest }, drafts };
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
