import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { NOTICES_FILE } from '../site/read-notices.ts';
import {
  type ContentHashes,
  hashBytes,
  hashFolder,
  listDifferences,
  readContentFile,
} from './content-folder.ts';
import { describeVersion } from './describe-version.ts';
import { findBlobs, keepBlob, replaceDraftRow } from './draft-repository.ts';
import {
  addVersion,
  findKeptHashes,
  findNewestVersion,
  findVersion,
  listVersions,
  type StoredVersion,
} from './versions-repository.ts';

/** A state of the content as the history shows it. */
export interface ContentVersion extends Omit<StoredVersion, 'files'> {
  /** Whether the folder is in this state now, whatever its notices are. */
  readonly isCurrent: boolean;
}

/** The states that the content folder has been in. */
export interface ContentHistory {
  /** Newest first. */
  list(): Promise<ContentVersion[]>;
  /**
   * Drafts whatever differs between the folder and that version: photographs too, notices not. Earlier drafts of those
   * files are replaced.
   */
  putBack(id: number, person: string): Promise<Result<void>>;
  /**
   * Records the folder as a version if it differs from the newest one.
   * @param entry what a person has done at once, such as a notice; without it, the change was made by hand
   */
  record(entry?: { person: string; changes: string[] }): Promise<void>;
  /** What differs between the folder and a version, notices apart: the version's bytes, or null for no such file. */
  readChanges(id: number): Promise<Map<string, Uint8Array | null>>;
}

export interface HistoryDependencies {
  readonly db: Kysely<Database>;
  /** Absolute. */
  readonly contentDir: string;
  readonly clock: () => Date;
}

export function createContentHistory({ db, contentDir, clock }: HistoryDependencies): ContentHistory {
  const record: ContentHistory['record'] = async (entry) => {
    const files = await hashFolder(contentDir);
    const newest = await findNewestVersion(db);
    // Half of its files may be written. The publisher records the rest when it has finished.
    if (newest?.state === 'publishing') return;
    if (newest && listDifferences(newest.files, files).length === 0) return;
    const changes = entry?.changes ?? (await describeVersion(db, newest?.files, contentDir));
    await keepFiles(files);
    const madeAt = clock().toISOString();
    const version = { files, changes, person: entry?.person ?? null, madeAt, state: 'published' } as const;
    const id = await db.transaction().execute((trx) => addVersion(trx, version));
    // A file has been changed, or another process has cleaned up, since the folder was read.
    if (id === undefined) await record(entry);
  };
  const keepFiles = async (files: ContentHashes) => {
    const kept = await findKeptHashes(db, Object.values(files));
    for (const [file, hash] of Object.entries(files)) {
      const bytes = kept.has(hash) ? undefined : await readContentFile(contentDir, file);
      // One after the other, because photographs are large.
      if (bytes) await keepBlob(db, hashBytes(bytes), bytes);
    }
  };

  return {
    record,
    async list() {
      const now = await hashFolder(contentDir);
      const versions = await listVersions(db);
      const current = versions.find(
        ({ state, files }) => state === 'published' && listOrdinaryDifferences(files, now).length === 0,
      );
      return versions.map(({ files: _, ...version }) => ({
        ...version,
        isCurrent: version.id === current?.id,
      }));
    },
    async readChanges(id) {
      const version = await findVersion(db, id);
      if (version === undefined) return new Map();
      const changed = listOrdinaryDifferences(await hashFolder(contentDir), version.files);
      const blobs = await findBlobs(
        db,
        changed.flatMap((file) => version.files[file] ?? []),
      );
      return new Map(changed.map((file) => [file, blobs.get(version.files[file] ?? '') ?? null]));
    },
    async putBack(id, person) {
      const version = await findVersion(db, id);
      if (version === undefined) return refuse({ code: 'not_found' });
      const now = await hashFolder(contentDir);
      const changed = listOrdinaryDifferences(now, version.files);
      await keepFiles(Object.fromEntries(changed.flatMap((file) => (now[file] ? [[file, now[file]]] : []))));
      const changedAt = clock().toISOString();
      await db.transaction().execute(async (trx) => {
        for (const file of changed) {
          const [baseHash = null, hash = null] = [now[file], version.files[file]];
          await replaceDraftRow(trx, { file, baseHash, hash, person, changedAt });
        }
      });
      return { ok: true, value: undefined };
    },
  };
}

/** The differences that putting a version back would undo. Notices are shown at once, and never put back. */
function listOrdinaryDifferences(one: ContentHashes, other: ContentHashes): string[] {
  return listDifferences(one, other).filter((file) => file !== NOTICES_FILE);
}
