import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '#domain/people.ts';
import { type Result, refuse } from '../../http/problems.ts';
import {
  copyContentFolder,
  createTurns,
  hashBytes,
  isContentFile,
  readContentFile,
  writeContentFile,
} from './content-folder.ts';
import { joinFile } from './join-file.ts';

/** Who has done something. The name of that day is kept beside the id. */
export type Author = Pick<Person, 'id' | 'name'>;

/** A content file as the editor shows it: the draft, or else the file itself. */
export interface DraftedFile {
  readonly bytes: Uint8Array;
  /** sha256 in hex. */
  readonly hash: string;
  readonly isDraft: boolean;
}

/** A draft as it is stored. */
export interface DraftRow {
  /** Path below the content folder. */
  readonly file: string;
  /** What the file was when the draft began. Null if it did not exist. */
  readonly baseHash: string | null;
  /** What it is to become. Null if it is to be removed. */
  readonly hash: string | null;
  readonly person: string;
  /** Null for a file that was changed by hand. */
  readonly personId: string | null;
  readonly changedAt: string;
}

/** A draft in the list of them. */
export interface DraftEntry extends Omit<DraftRow, 'baseHash' | 'hash'> {
  readonly kind: 'new' | 'changed' | 'removed';
  /** Whether the file itself has changed since the draft began, in a field that the draft changes too. */
  readonly isConflict: boolean;
}

type DiskFile = Omit<DraftedFile, 'isDraft'>;

interface SavedChange {
  readonly file: string;
  readonly bytes: Uint8Array | null;
  /** The hash that the person's page was made from. Null if there was no such file. */
  readonly seen: string | null;
  readonly person: Author;
}

/** What has been changed in the editor and is not published. Everybody works on the same draft. */
export type ContentDraft = ReturnType<typeof createContentDraft>;

export interface DraftDependencies {
  /** Absolute. */
  readonly contentDir: string;
  readonly dataDir: string;
  readonly clock: () => Date;
}

/** Longer than anybody leaves a form open. */
const KEPT_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * The drafts, in the folder `draft` of the data: `drafts.json` lists them, `kept/` has bytes by their hash, which never
 * change, and `content/` is the whole content as drafted, written anew when somebody looks. Bytes are written before the
 * list that names them, and the list is replaced by a rename, so a crash loses at most what was not answered yet.
 */
export function createContentDraft({ contentDir, dataDir, clock }: DraftDependencies) {
  const dir = join(dataDir, 'draft');
  const keptDir = join(dir, 'kept');
  const inTurn = createTurns();
  const inFolder = createTurns();

  /** All drafts as they are stored, by file. */
  const listRows = async (): Promise<readonly DraftRow[]> => {
    const found = await readContentFile(dir, 'drafts.json');
    return found === undefined ? [] : JSON.parse(Buffer.from(found).toString());
  };
  const findRow = async (file: string) => (await listRows()).find((each) => each.file === file);
  const writeRows = (rows: Iterable<DraftRow>) => {
    const sorted = [...rows].sort((one, other) => (one.file < other.file ? -1 : 1));
    return writeContentFile(dir, 'drafts.json', Buffer.from(`${JSON.stringify(sorted, null, 2)}\n`));
  };
  /** Changes some drafts, one caller after the other. @param change is given them by file */
  const changeRows = <T>(change: (rows: Map<string, DraftRow>) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const rows = new Map((await listRows()).map((row) => [row.file, row]));
      const before = JSON.stringify([...rows]);
      const made = await change(rows);
      if (JSON.stringify([...rows]) !== before) await writeRows(rows.values());
      return made;
    });
  /** Keeps bytes for a month at least, and as long as a draft needs them. @returns their hash */
  const keep = async (bytes: Uint8Array) => {
    const hash = hashBytes(bytes);
    const now = clock();
    await utimes(join(keptDir, hash), now, now).catch(() => writeContentFile(keptDir, hash, bytes));
    return hash;
  };
  const readKept = (hash: string | null) =>
    hash !== null && /^[0-9a-f]{64}$/.test(hash)
      ? readContentFile(keptDir, hash)
      : Promise.resolve(undefined);
  const readDisk = async (file: string): Promise<DiskFile | undefined> => {
    const bytes = await readContentFile(contentDir, file);
    return bytes && { bytes, hash: hashBytes(bytes) };
  };
  const describe = ({ baseHash, hash, ...row }: DraftRow, isConflict: boolean): DraftEntry => ({
    ...row,
    kind: hash === null ? 'removed' : baseHash === null ? 'new' : 'changed',
    isConflict,
  });
  const joinWithDisk = async (
    { file, baseHash, hash }: DraftRow,
    theirs: Uint8Array | undefined,
    preferred: 'theirs' | 'mine',
  ) => joinFile(file, { base: await readKept(baseHash), theirs, mine: await readKept(hash) }, preferred);
  /**
   * Goes on from the file as it is now. A draft that is the same as the file ends.
   * @param hash of what is drafted from now on, kept already
   * @returns what is left of the draft
   */
  const moveOn = async (row: DraftRow, onDisk: DiskFile | undefined, hash: string | null) => {
    if (onDisk) await keep(onDisk.bytes);
    const moved = { ...row, hash, baseHash: onDisk?.hash ?? null };
    return changeRows(async (rows) => {
      const now = rows.get(row.file);
      if (now?.hash !== row.hash || now.baseHash !== row.baseHash) return now;
      if (hash === moved.baseHash) rows.delete(row.file);
      else rows.set(row.file, moved);
      return rows.get(row.file);
    });
  };
  const bringUpToDate = async (row: DraftRow): Promise<DraftEntry[]> => {
    const onDisk = await readDisk(row.file);
    const now = onDisk?.hash ?? null;
    if (now === row.baseHash) return [describe(row, false)];
    // Published by a process that ended before it could say so, or done by hand too.
    if (now === row.hash) {
      await moveOn(row, onDisk, now);
      return [];
    }
    const joined = await joinWithDisk(row, onDisk?.bytes, 'mine');
    if (joined === undefined || joined.isConflict) return [describe(row, true)];
    const left = await moveOn(row, onDisk, await keep(joined.bytes));
    return left === undefined ? [] : [describe(left, false)];
  };
  /** The new contents of drafted files; null for those to be removed. */
  const readBytes = async (rows: readonly DraftRow[]) => {
    const changes = new Map<string, Uint8Array | null>();
    for (const { file, hash } of rows) changes.set(file, (await readKept(hash)) ?? null);
    return changes;
  };
  /** @param files which ones; all of them if it is undefined */
  const readChanges = async (files?: readonly string[]) =>
    readBytes((await listRows()).filter(({ file }) => files?.includes(file) ?? true));
  /** Removes what no draft needs, and no form that was opened in the last weeks. */
  const removeUnneeded = async () => {
    const needed = new Set((await listRows()).flatMap(({ hash, baseHash }) => [hash, baseHash]));
    for (const hash of await readdir(keptDir).catch(() => [])) {
      const path = join(keptDir, hash);
      const isOld = clock().getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) > KEPT_MS;
      if (isOld && !needed.has(hash)) await rm(path, { force: true });
    }
  };

  return {
    keep,
    readKept,
    listRows,
    readBytes,
    readChanges,
    /** @returns undefined for a file that does not exist or is to be removed */
    async readFile(file: string): Promise<DraftedFile | undefined> {
      if (!isContentFile(file)) return undefined;
      const row = await findRow(file);
      if (row === undefined) {
        const found = await readDisk(file);
        return found && { ...found, isDraft: false };
      }
      const bytes = await readKept(row.hash);
      return bytes && row.hash !== null ? { bytes, hash: row.hash, isDraft: true } : undefined;
    },
    /** What the file was when its draft began. @returns undefined if there was no such file, or is no draft of it */
    readBase: async (file: string) => readKept((await findRow(file))?.baseHash ?? null),
    /** Keeps a change. One that makes the file what it is on the disk ends its draft. */
    async saveFile({ file, bytes, seen, person }: SavedChange): Promise<Result<void>> {
      if (!isContentFile(file)) return refuse({ code: 'not_found' });
      const onDisk = await readDisk(file);
      const hash = bytes && (await keep(bytes));
      if (onDisk) await keep(onDisk.bytes);
      return changeRows(async (rows): Promise<Result<void>> => {
        const row = rows.get(file);
        const now = onDisk?.hash ?? null;
        const { hash: current, baseHash } = row ?? { hash: now, baseHash: now };
        if (current !== seen) return refuse({ code: 'content_changed_meanwhile' });
        if (hash === now) rows.delete(file);
        else rows.set(file, { file, baseHash, hash, ...sign(person, clock()) });
        return { ok: true, value: undefined };
      });
    },
    /** Drafts several files at once, in place of what was drafted of them. */
    async replace(changes: ReadonlyMap<string, Uint8Array | null>, person: Author): Promise<void> {
      const replaced: DraftRow[] = [];
      for (const [file, bytes] of changes) {
        const onDisk = await readContentFile(contentDir, file);
        const [baseHash, hash] = [onDisk ? await keep(onDisk) : null, bytes && (await keep(bytes))];
        replaced.push({ file, baseHash, hash, ...sign(person, clock()) });
      }
      await changeRows(async (rows) => {
        for (const row of replaced) rows.set(row.file, row);
      });
    },
    /** Forgets the draft of a file, or all of them. */
    discard: (file?: string) =>
      changeRows(async (rows) => {
        if (file === undefined) rows.clear();
        else rows.delete(file);
      }),
    /** All drafts. Where a file itself was changed meanwhile in other fields, its draft has both from now on. */
    list: async (): Promise<DraftEntry[]> =>
      (await Promise.all((await listRows()).map(bringUpToDate))).flat(),
    /** Ends a conflict: whoever is preferred holds where both have changed the same. */
    async settle(file: string, preferred: 'theirs' | 'mine'): Promise<void> {
      const [row, onDisk] = [await findRow(file), await readDisk(file)];
      if (row === undefined) return;
      const joined = await joinWithDisk(row, onDisk?.bytes, preferred);
      const whole = preferred === 'mine' ? row.hash : (onDisk?.hash ?? null);
      await moveOn(row, onDisk, joined ? await keep(joined.bytes) : whole);
    },
    /**
     * Writes drafts into the content folder, all or none. What somebody has changed in a file by hand meanwhile stays in it,
     * where it is another field.
     * @returns true if there was such a file, so that it now has more than its draft
     */
    async write(rows: readonly DraftRow[]): Promise<boolean> {
      let isJoined = false;
      const before = new Map<string, Uint8Array | null>();
      try {
        for (const row of rows) {
          const onDisk = await readDisk(row.file);
          const isChanged = (onDisk?.hash ?? null) !== row.baseHash;
          const joined = isChanged ? await joinWithDisk(row, onDisk?.bytes, 'mine') : undefined;
          isJoined ||= isChanged;
          before.set(row.file, onDisk?.bytes ?? null);
          await writeContentFile(contentDir, row.file, joined?.bytes ?? (await readKept(row.hash)) ?? null);
        }
      } catch (error) {
        for (const [file, bytes] of before) await writeContentFile(contentDir, file, bytes).catch(() => {});
        throw error;
      }
      return isJoined;
    },
    /** Forgets the drafts that are written. One that was changed during the build goes on from what was published. */
    async end(published: readonly DraftRow[]): Promise<void> {
      await changeRows(async (rows) => {
        for (const { file, hash } of published) {
          const draft = rows.get(file);
          if (draft?.hash === hash) rows.delete(file);
          else if (draft) rows.set(file, { ...draft, baseHash: hash });
        }
      });
      await removeUnneeded();
    },
    /**
     * Does something with the whole content, as drafted, in a folder that nobody else changes meanwhile: one after the
     * other, because two would take each other's files away. Short work only: others wait for it.
     * @param work is given the folder's absolute path
     * @param files whose drafts are in it; all of them if it is undefined
     */
    withFolder: <T>(work: (folder: string) => Promise<T>, files?: readonly string[]) =>
      inFolder(async () => {
        const folder = join(dir, 'content');
        await copyContentFolder(contentDir, folder, await readChanges(files));
        return work(folder);
      }),
  };
}

function sign({ id, name }: Author, now: Date): Pick<DraftRow, 'person' | 'personId' | 'changedAt'> {
  return { person: name, personId: id, changedAt: now.toISOString() };
}
