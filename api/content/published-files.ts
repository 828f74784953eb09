import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashBytes, listDifferences, readContentFile, writeContentFile } from './content-folder.ts';
import { deleteDraftRows, findBlobs, findDraftRow, replaceDraftRow } from './draft-repository.ts';
import { findVersionBefore, type StoredVersion } from './versions-repository.ts';

/**
 * Writes into the content folder what a version changes. It may be repeated: files that are written already are left.
 * @returns `failure`: why nothing, or no more, was written
 */
export async function writeVersion(
  db: Kysely<Database>,
  folder: string,
  version: StoredVersion,
): Promise<{ failure: string | undefined }> {
  for (const { file, before, after } of await listFileChanges(db, version)) {
    const now = await hashOf(folder, file);
    if (now === after) continue;
    if (now !== before)
      return { failure: `${file} has just been changed by hand. Look at it again, and then publish.` };
    await writeHash(db, folder, file, after);
  }
  return { failure: undefined };
}

/** Takes back what `writeVersion` has written, except files that somebody has changed since. */
export async function putVersionBack(
  db: Kysely<Database>,
  folder: string,
  version: StoredVersion,
): Promise<void> {
  for (const { file, before, after } of await listFileChanges(db, version)) {
    if ((await hashOf(folder, file)) === after) await writeHash(db, folder, file, before);
  }
}

/** Forgets the drafts that are published now. One that was changed during the build goes on from the published file. */
export async function endDrafts(trx: Transaction<Database>, version: StoredVersion): Promise<void> {
  for (const { file, after } of await listFileChanges(trx, version)) {
    const draft = await findDraftRow(trx, file);
    if (draft?.hash === after) await deleteDraftRows(trx, file);
    else if (draft) await replaceDraftRow(trx, { ...draft, baseHash: after });
  }
}

/**
 * After a build that failed: a draft that ended meanwhile, because the file was the same already, is one again, and one
 * that began or went on from the new file is of the old one.
 */
export async function keepDrafts(trx: Transaction<Database>, version: StoredVersion): Promise<void> {
  const { person, madeAt: changedAt } = version;
  for (const { file, before: baseHash, after: hash } of await listFileChanges(trx, version)) {
    const draft = await findDraftRow(trx, file);
    if (draft === undefined)
      await replaceDraftRow(trx, { file, baseHash, hash, person: person ?? 'by hand', changedAt });
    else if (draft.baseHash === hash) await replaceDraftRow(trx, { ...draft, baseHash });
  }
}

interface FileChange {
  readonly file: string;
  /** Hashes; null if there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

async function listFileChanges(db: Kysely<Database>, { id, files }: StoredVersion): Promise<FileChange[]> {
  const before = (await findVersionBefore(db, id))?.files ?? {};
  return listDifferences(before, files).map((file) => ({
    file,
    before: before[file] ?? null,
    after: files[file] ?? null,
  }));
}

async function hashOf(folder: string, file: string): Promise<string | null> {
  const bytes = await readContentFile(folder, file);
  return bytes ? hashBytes(bytes) : null;
}

async function writeHash(
  db: Kysely<Database>,
  folder: string,
  file: string,
  hash: string | null,
): Promise<void> {
  const bytes = hash === null ? null : (await findBlobs(db, [hash])).get(hash);
  if (bytes === undefined) throw new Error(`The bytes of ${file} are not kept.`);
  await writeContentFile(folder, file, bytes);
}
