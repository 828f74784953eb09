import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { londonDay } from '#domain/dates.ts';
import { NOTICES_FILE } from '../../site/live-content.ts';
import {
  type ContentHashes,
  flushNames,
  hashBytes,
  hashFolder,
  linkFile,
  listContentFiles,
  listDifferences,
  readContentFile,
  writeContentFile,
} from '../files/content-folder.ts';
import type { DraftDependencies } from '../files/draft.ts';
import { isPhotographFile, nameFile } from '../files/file-names.ts';
import { sayRewritten } from '../forms/form-words.ts';
import { contentAside } from './content-aside.ts';

/** A state of the whole content folder. */
interface StoredVersion {
  readonly id: number;
  readonly files: ContentHashes;
  readonly changes: readonly string[];
  /** Null for what was changed by hand, in the files themselves. */
  readonly person: string | null;
  readonly personId: string | null;
  readonly madeAt: string;
}

/** A state of the content as the history shows it. */
export interface ContentVersion extends Omit<StoredVersion, 'files'> {
  /** Whether the folder is in this state now, whatever its notices are. */
  readonly isCurrent: boolean;
}

/** What somebody has done at once. */
export type Entry = Pick<StoredVersion, 'changes' | 'person' | 'personId'>;

/** The states that the content folder has been in. */
export type ContentHistory = ReturnType<typeof createContentHistory>;

/** More than a version a day for half a year. */
const KEPT_VERSIONS = 200;
/** No version takes this long, so its folder was left by a process that died. */
const GIVEN_UP_MS = 60 * 60 * 1000;
/** In a version's folder, where nothing of the content begins with a dot. */
const ABOUT = '.version.json';

/**
 * Each version is a folder of the data, such as `versions/0012`, with the content as it was then, and what is known of it
 * in `.version.json`. It is written beside the others and gets its number by a rename, so it is there as a whole or not at
 * all, and of two processes one is told that the number is taken. Files that a version has in common with the one before
 * are the same on the disk.
 */
export function createContentHistory({ contentDir, dataDir, clock }: DraftDependencies) {
  const dir = join(dataDir, 'versions');
  const folderOf = (id: number) => join(dir, String(id).padStart(4, '0'));

  /** Newest first. */
  const listIds = async () => {
    const names = await readdir(dir).catch(() => []);
    return names
      .filter((name) => /^\d{4,}$/.test(name))
      .map(Number)
      .sort((one, other) => other - one);
  };
  const find = async (id: number): Promise<StoredVersion | undefined> => {
    const about = await readContentFile(folderOf(id), ABOUT);
    return about && { ...JSON.parse(Buffer.from(about).toString()), id };
  };
  /**
   * Keeps the folder as the version after `before`.
   * @returns false if another process was faster
   */
  const add = async (before: StoredVersion | undefined, entry: Entry): Promise<boolean> => {
    const id = ((await listIds())[0] ?? 0) + 1;
    const unfinished = join(dir, `.${randomUUID()}`);
    const files: Record<string, string> = {};
    try {
      for (const file of await listContentFiles(contentDir)) {
        const bytes = await readContentFile(contentDir, file);
        if (!bytes) continue;
        files[file] = hashBytes(bytes);
        const target = join(unfinished, file);
        if (before?.files[file] === files[file]) {
          await mkdir(dirname(target), { recursive: true });
          await linkFile(join(folderOf(before.id), file), target);
        } else await writeContentFile(unfinished, file, bytes);
      }
      const about = { ...entry, files, madeAt: clock().toISOString() };
      await writeContentFile(unfinished, ABOUT, Buffer.from(`${JSON.stringify(about, null, 2)}\n`));
      await rename(unfinished, folderOf(id));
      await flushNames(dir);
      return true;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  };
  const removeOld = async () => {
    for (const id of (await listIds()).slice(KEPT_VERSIONS))
      await rm(folderOf(id), { recursive: true, force: true });
    for (const name of await readdir(dir)) {
      const isGivenUp = async () => clock().getTime() - (await stat(join(dir, name))).mtimeMs > GIVEN_UP_MS;
      if (name.startsWith('.') && (await isGivenUp()))
        await rm(join(dir, name), { recursive: true, force: true });
    }
  };
  /**
   * Records the folder as a version if it differs from the newest one.
   * @param entry such as a notice; without it, the change was made by hand
   */
  const record = async (entry?: Entry): Promise<void> => {
    const [id] = await listIds();
    const newest = id === undefined ? undefined : await find(id);
    const files = newest && listDifferences(newest.files, await hashFolder(contentDir));
    if (files?.length === 0) return;
    const made = entry ?? { person: null, personId: null, changes: await describe(newest, files ?? []) };
    if (await add(newest, made)) await removeOld();
    else await record(entry);
  };
  const describe = async (before: StoredVersion | undefined, files: readonly string[]): Promise<string[]> => {
    if (before === undefined) return ['We’ve kept a history from here on.'];
    const day = londonDay(clock());
    const changes = await contentAside.compareFolders(folderOf(before.id), contentDir, day);
    for (const file of files.filter(isPhotographFile)) {
      const isThere = (await readContentFile(contentDir, file)) !== undefined;
      const kind = !(file in before.files) ? 'new' : isThere ? 'changed' : 'removed';
      changes.push(`${nameFile(file, {})}: ${kind}`);
    }
    // What differs may be no value, such as an indent.
    return changes.length > 0 ? changes : files.map((file) => sayRewritten(file, {}));
  };

  return {
    record,
    /** Newest first. */
    async list(): Promise<ContentVersion[]> {
      const now = await hashFolder(contentDir);
      const versions: ContentVersion[] = [];
      let current: number | undefined;
      // One after the other, because each is as large as the list of all files.
      for (const id of await listIds()) {
        const version = await find(id);
        if (version === undefined) continue;
        const { files, ...shown } = version;
        if (listOrdinaryDifferences(files, now).length === 0) current ??= id;
        versions.push({ ...shown, isCurrent: id === current });
      }
      return versions;
    },
    /**
     * What differs between the folder and a version, notices apart: the version's bytes, or null for no such file.
     * @returns undefined if there is no such version
     */
    async readChanges(id: number): Promise<Map<string, Uint8Array | null> | undefined> {
      const version = await find(id);
      if (version === undefined) return undefined;
      const changes = new Map<string, Uint8Array | null>();
      for (const file of listOrdinaryDifferences(await hashFolder(contentDir), version.files))
        changes.set(file, (await readContentFile(folderOf(id), file)) ?? null);
      return changes;
    },
  };
}

/** The differences that putting a version back would undo. Notices are shown at once, and never put back. */
function listOrdinaryDifferences(one: ContentHashes, other: ContentHashes): string[] {
  return listDifferences(one, other).filter((file) => file !== NOTICES_FILE);
}
