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
import { joinFile } from './join-file.ts';

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
  /** Whether the file itself has changed since the draft began, in a field that the draft changes too. */
  readonly isConflict: boolean;
}

type DiskFile = Omit<DraftedFile, 'isDraft'>;

interface SavedChange {
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
  /** All drafts. Where a file itself was changed meanwhile in other fields, its draft has both from now on. */
  list(): Promise<DraftEntry[]>;
  /** Ends a conflict: whoever is preferred holds where both have changed the same. */
  settle(file: string, preferred: 'theirs' | 'mine'): Promise<void>;
  /**
   * The new contents of drafted files; null for those to be removed.
   * @param files which ones; all of them if it is undefined
   */
  readChanges(files?: readonly string[]): Promise<Map<string, Uint8Array | null>>;
  /**
   * Does something with the whole content, as drafted, in a folder that nobody else changes meanwhile. Short work only:
   * others wait for it.
   * @param work is given the folder's absolute path
   * @param files whose drafts are in it; all of them if it is undefined
   */
  withFolder<T>(work: (folder: string) => Promise<T>, files?: readonly string[]): Promise<T>;
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

  const readDisk = async (file: string): Promise<DiskFile | undefined> => {
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
  const readChanges: ContentDraft['readChanges'] = async (files) => {
    const rows = (await listDraftRows(db)).filter(({ file }) => files?.includes(file) ?? true);
    const blobs = await findBlobs(
      db,
      rows.flatMap(({ hash }) => hash ?? []),
    );
    return new Map(rows.map(({ file, hash }) => [file, hash === null ? null : (blobs.get(hash) ?? null)]));
  };
  const describe = (
    { file, baseHash, hash, person, changedAt }: DraftRow,
    isConflict: boolean,
  ): DraftEntry => {
    const kind = hash === null ? 'removed' : baseHash === null ? 'new' : 'changed';
    return { file, kind, person, changedAt, isConflict };
  };
  const joinRow = async (
    { file, baseHash, hash }: DraftRow,
    theirs: Uint8Array | undefined,
    preferred: 'theirs' | 'mine',
  ) => {
    const blobs = await findBlobs(
      db,
      [baseHash, hash].filter((each) => each !== null),
    );
    return joinFile(
      file,
      { base: blobs.get(baseHash ?? ''), theirs, mine: blobs.get(hash ?? '') },
      preferred,
    );
  };
  /**
   * Goes on from the file as it is now. A draft that is the same as the file ends.
   * @param hash of what is drafted from now on, kept already unless it is of `bytes`
   * @returns what is left of the draft
   */
  const moveOn = async (
    row: DraftRow,
    onDisk: DiskFile | undefined,
    { hash, bytes }: { readonly hash: string | null; readonly bytes?: Uint8Array },
  ) => {
    const moved = { ...row, hash, baseHash: onDisk?.hash ?? null };
    return db.transaction().execute(async (trx) => {
      const now = await findDraftRow(trx, row.file);
      if (now?.hash !== row.hash || now.baseHash !== row.baseHash) return now;
      if (hash === moved.baseHash) {
        await deleteDraftRows(trx, row.file);
        return undefined;
      }
      if (onDisk) await keepBlob(trx, onDisk.hash, onDisk.bytes);
      if (bytes && hash) await keepBlob(trx, hash, bytes);
      await replaceDraftRow(trx, moved);
      return moved;
    });
  };
  const bringUpToDate = async (row: DraftRow): Promise<DraftEntry[]> => {
    const onDisk = await readDisk(row.file);
    const now = onDisk?.hash ?? null;
    // While it is being published, the file is the draft already.
    if (now === row.baseHash || now === row.hash) return [describe(row, false)];
    const joined = await joinRow(row, onDisk?.bytes, 'mine');
    if (joined === undefined || joined.isConflict) return [describe(row, true)];
    const left = await moveOn(row, onDisk, joined);
    return left === undefined ? [] : [describe(left, false)];
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
    list: async () => (await Promise.all((await listDraftRows(db)).map(bringUpToDate))).flat(),
    async settle(file, preferred) {
      const [row, onDisk] = [await findDraftRow(db, file), await readDisk(file)];
      if (row === undefined) return;
      const joined = await joinRow(row, onDisk?.bytes, preferred);
      const whole = { hash: preferred === 'mine' ? row.hash : (onDisk?.hash ?? null) };
      await moveOn(row, onDisk, joined ?? whole);
    },
    withFolder(work, files) {
      // One after the other: two would take each other's files away.
      const done = writing.then(async () => {
        await copyContentFolder(contentDir, folder, await readChanges(files));
        return work(folder);
      });
      writing = done.catch(() => undefined);
      return done;
    },
  };
}
