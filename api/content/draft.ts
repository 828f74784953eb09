import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Result, refuse } from '../http/result.ts';
import { copyContentFolder, hashBytes, isContentFile, readContentFile } from './content-folder.ts';
import {
  type DraftRow,
  deleteDraftRows,
  findBlobs,
  findDraftRow,
  keepBlob,
  listDraftRows,
  replaceDraftRow,
} from './draft-repository.ts';

/** A content file as the editor shows it: the draft, or else the file itself. */
export interface DraftedFile {
  readonly bytes: Uint8Array;
  /** sha256 in hex. */
  readonly hash: string;
  readonly isDraft: boolean;
}

/** A draft in the list of them. */
export interface DraftEntry {
  readonly file: string;
  readonly kind: 'new' | 'changed' | 'removed';
  readonly person: string;
  readonly changedAt: string;
  /** Whether the file itself has changed since the draft began. */
  readonly isConflict: boolean;
}

export interface SavedChange {
  readonly file: string;
  /** Null removes the file. */
  readonly bytes: Uint8Array | null;
  /** The hash that the person's page was made from. Null if there was no such file. */
  readonly seen: string | null;
  readonly person: string;
}

/** What has been changed in the editor and is not published. Everybody works on the same draft. */
export interface ContentDraft {
  /** @returns undefined for a file that does not exist or is to be removed */
  readFile(file: string): Promise<DraftedFile | undefined>;
  /** What the file was when its draft began. @returns undefined if there was no such file, or is no draft of it */
  readBase(file: string): Promise<Uint8Array | undefined>;
  /** Keeps a change. One that makes the file what it is on the disk ends its draft. */
  saveFile(change: SavedChange): Promise<Result<void>>;
  /** Forgets the draft of a file, or all of them. */
  discard(file?: string): Promise<void>;
  list(): Promise<DraftEntry[]>;
  /**
   * Keeps a draft in spite of the file's own change meanwhile: publishing then writes over it.
   */
  overrule(file: string): Promise<void>;
  /** The new contents of the drafted files; null for those to be removed. */
  readChanges(): Promise<Map<string, Uint8Array | null>>;
  /**
   * Does something with the whole content, as drafted, in a folder that nobody else changes meanwhile. Short work only:
   * others wait for it.
   * @param work is given the folder's absolute path
   */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
}

export interface DraftDependencies {
  readonly db: Kysely<Database>;
  /** Absolute. */
  readonly contentDir: string;
  readonly dataDir: string;
  readonly clock: () => Date;
}

export function createContentDraft({ db, contentDir, dataDir, clock }: DraftDependencies): ContentDraft {
  const folder = join(dataDir, 'draft-content');
  let writing: Promise<unknown> = Promise.resolve();

  const readDisk = async (file: string) => {
    const bytes = await readContentFile(contentDir, file);
    return bytes && { bytes, hash: hashBytes(bytes) };
  };
  const readFile = async (file: string): Promise<DraftedFile | undefined> => {
    if (!isContentFile(file)) return undefined;
    const row = await findDraftRow(db, file);
    if (row === undefined) {
      const found = await readDisk(file);
      return found && { ...found, isDraft: false };
    }
    const bytes = row.hash === null ? undefined : (await findBlobs(db, [row.hash])).get(row.hash);
    return bytes && row.hash !== null ? { bytes, hash: row.hash, isDraft: true } : undefined;
  };
  const readChanges = async () => {
    const rows = await listDraftRows(db);
    const blobs = await findBlobs(
      db,
      rows.flatMap(({ hash }) => hash ?? []),
    );
    return new Map(rows.map(({ file, hash }) => [file, hash === null ? null : (blobs.get(hash) ?? null)]));
  };
  const describe = async ({ file, baseHash, hash, person, changedAt }: DraftRow): Promise<DraftEntry> => {
    const kind = hash === null ? 'removed' : baseHash === null ? 'new' : 'changed';
    const now = (await readDisk(file))?.hash ?? null;
    // While it is being published, the file is the draft already.
    const isConflict = now !== baseHash && now !== hash;
    return { file, kind, person, changedAt, isConflict };
  };

  return {
    readFile,
    async readBase(file) {
      const baseHash = (await findDraftRow(db, file))?.baseHash ?? null;
      return baseHash === null ? undefined : (await findBlobs(db, [baseHash])).get(baseHash);
    },
    readChanges,
    async saveFile({ file, bytes, seen, person }) {
      if (!isContentFile(file)) return refuse({ code: 'not_found' });
      const onDisk = await readDisk(file);
      const hash = bytes && hashBytes(bytes);
      return db.transaction().execute(async (trx): Promise<Result<void>> => {
        const row = await findDraftRow(trx, file);
        const current = row === undefined ? (onDisk?.hash ?? null) : row.hash;
        if (current !== seen) return refuse({ code: 'content_changed_meanwhile' });
        const baseHash = row === undefined ? (onDisk?.hash ?? null) : row.baseHash;
        if (hash === (onDisk?.hash ?? null)) await deleteDraftRows(trx, file);
        else {
          if (onDisk && baseHash === onDisk.hash) await keepBlob(trx, onDisk.hash, onDisk.bytes);
          if (bytes && hash) await keepBlob(trx, hash, bytes);
          await replaceDraftRow(trx, { file, baseHash, hash, person, changedAt: clock().toISOString() });
        }
        return { ok: true, value: undefined };
      });
    },
    discard: (file) => deleteDraftRows(db, file),
    list: async () => Promise.all((await listDraftRows(db)).map(describe)),
    async overrule(file) {
      const onDisk = await readDisk(file);
      await db.transaction().execute(async (trx) => {
        const row = await findDraftRow(trx, file);
        if (row === undefined) return;
        if (onDisk) await keepBlob(trx, onDisk.hash, onDisk.bytes);
        await replaceDraftRow(trx, { ...row, baseHash: onDisk?.hash ?? null });
      });
    },
    withFolder(work) {
      // One after the other: two would take each other's files away.
      const done = writing.then(async () => {
        await copyContentFolder(contentDir, folder, await readChanges());
        return work(folder);
      });
      writing = done.catch(() => undefined);
      return done;
    },
  };
}
