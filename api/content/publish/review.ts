import { londonDay } from '#domain/dates.ts';
import { hashBytes } from '../files/content-folder.ts';
import type { ContentDraft, DraftRow } from '../files/draft.ts';
import { isPhotographFile, nameFile } from '../files/file-names.ts';
import { sayRewritten } from '../forms/form-words.ts';
import { contentAside } from './content-aside.ts';
import type { Comparison } from './content-work.ts';

/** What publishing some of the drafts would do now. */
export interface ContentReview extends Comparison {
  readonly chosen: readonly string[];
  /** Drafted files in which somebody has changed the same field by hand meanwhile. */
  readonly conflicts: string[];
  /** Of everything that can be published, chosen or not: what a person has seen is still so. */
  readonly digest: string;
}

export interface ReviewDependencies {
  readonly draft: ContentDraft;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. Of the published site. If undefined, nothing can be published. */
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
  { draft, contentDir, distDir, clock }: ReviewDependencies,
  files?: readonly string[],
): Promise<{ review: ContentReview; drafts: readonly DraftRow[] }> {
  const isChosen = ({ file }: { readonly file: string }) => files?.includes(file) ?? true;
  const all = await draft.list();
  const entries = all.filter(isChosen);
  const chosen = entries.map(({ file }) => file);
  const drafts = await draft.listRows();
  const compared = await draft.withFolder(
    (folder) => contentAside.review(folder, { contentDir, distDir, today: londonDay(clock()) }),
    chosen,
  );
  const photographs = entries.filter(({ file }) => isPhotographFile(file));
  const changes = [
    ...compared.changes,
    ...photographs.map(({ file, kind }) => `${nameFile(file, {})}: ${kind}`),
  ];
  // What is drafted may be no value, such as an indent.
  if (changes.length === 0) changes.push(...chosen.map((file) => sayRewritten(file, {})));
  const conflicts = entries.filter(({ isConflict }) => isConflict).map(({ file }) => file);
  const seen = [drafts.map(({ file, hash }) => [file, hash]), compared.digest];
  const digest = hashBytes(Buffer.from(JSON.stringify(seen)));
  return { review: { ...compared, chosen, changes, conflicts, digest }, drafts };
}
