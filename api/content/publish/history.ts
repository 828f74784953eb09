import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { londonDay } from '#domain/dates.ts';
import { NOTICES_FILE } from '../../site/live-content.ts';
import {
  type ContentHashes,
  type FileChange,
  flushNames,
  hashBytes,
  hashFolder,
  linkFile,
  listContentFiles,
  listDifferences,
  readContentFile,
  writeContentFile,
} from '../files/content-folder.ts';
import { isPhotographFile, nameFile } from '../files/file-names.ts';
import { sayRewritten } from '../forms/form-words.ts';
import { contentAside } from './content-aside.ts';

/** A state of the whole content folder. */
export interface StoredVersion {
  readonly id: number;
  /** The hash of each file. */
  readonly files: ContentHashes;
  /** What it changed, a sentence each. */
  readonly changes: readonly string[];
  /** Null for what was changed by hand, in the files themselves. */
  readonly person: string | null;
  readonly personId: string | null;
  readonly madeAt: string;
  /** `publishing`: its files are being written, and its site built. At most one version is. */
  readonly state: 'publishing' | 'published' | 'failed';
  readonly failure: string | null;
}

/** A state of the content as the history shows it. */
export interface ContentVersion extends Omit<StoredVersion, 'files'> {
  /** Whether the folder is in this state now, whatever its notices are. */
  readonly isCurrent: boolean;
}

/** What a person has done at once. */
interface Entry {
  readonly person: string;
  readonly personId: string | null;
  readonly changes: readonly string[];
}

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
export function createContentHistory({
  contentDir,
  dataDir,
  clock,
}: {
  /** Absolute. */
  readonly contentDir: string;
  readonly dataDir: string;
  readonly clock: () => Date;
}) {
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
  /** The newest that the folder was in, or is being brought to. */
  const findNewest = async (isMeant: (version: StoredVersion) => boolean) => {
    for (const id of await listIds()) {
      const version = await find(id);
      if (version && isMeant(version)) return version;
    }
    return undefined;
  };
  const findKept = () => findNewest(({ state }) => state !== 'failed');
  /** The version that is being published. */
  const findPublishing = async (): Promise<StoredVersion | undefined> => {
    const newest = await findKept();
    return newest?.state === 'publishing' ? newest : undefined;
  };
  const writeAbout = (folder: string, { id: _, ...about }: Omit<StoredVersion, 'id'> & { id?: number }) =>
    writeContentFile(folder, ABOUT, Buffer.from(`${JSON.stringify(about, null, 2)}\n`));
  /**
   * Keeps the folder, but for `changed`, as the version after `before`.
   * @returns undefined if another process was faster
   */
  const add = async (
    before: StoredVersion | undefined,
    changed: ReadonlyMap<string, Uint8Array | null>,
    about: Omit<StoredVersion, 'id' | 'files' | 'madeAt' | 'failure'>,
  ): Promise<StoredVersion | undefined> => {
    const id = ((await listIds())[0] ?? 0) + 1;
    const unfinished = join(dir, `.${randomUUID()}`);
    const files: Record<string, string> = {};
    try {
      for (const file of new Set([...(await listContentFiles(contentDir)), ...changed.keys()])) {
        const bytes =
          changed.get(file) ?? (changed.has(file) ? undefined : await readContentFile(contentDir, file));
        if (!bytes) continue;
        files[file] = hashBytes(bytes);
        const target = join(unfinished, file);
        if (before?.files[file] === files[file]) {
          await mkdir(dirname(target), { recursive: true });
          await linkFile(join(folderOf(before.id), file), target);
        } else await writeContentFile(unfinished, file, bytes);
      }
      const version = { ...about, files, madeAt: clock().toISOString(), failure: null };
      await writeAbout(unfinished, version);
      await rename(unfinished, folderOf(id));
      await flushNames(dir);
      return { ...version, id };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
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
  /** What a version changes of the one before. */
  const listFileChanges = async ({ id, files }: StoredVersion): Promise<FileChange[]> => {
    const before = (await findNewest((each) => each.id < id && each.state === 'published'))?.files ?? {};
    return listDifferences(before, files).map((file) => ({
      file,
      before: before[file] ?? null,
      after: files[file] ?? null,
    }));
  };
  const hashOf = async (file: string) => {
    const bytes = await readContentFile(contentDir, file);
    return bytes ? hashBytes(bytes) : null;
  };
  const writeFrom = async (id: number, file: string) =>
    writeContentFile(contentDir, file, (await readContentFile(folderOf(id), file)) ?? null);
  /**
   * Records the folder as a version if it differs from the newest one.
   * @param entry such as a notice; without it, the change was made by hand
   */
  const record = async (entry?: Entry): Promise<void> => {
    const newest = await findKept();
    // Half of its files may be written. The publisher records the rest when it has finished.
    if (newest?.state === 'publishing') return;
    const files = newest && listDifferences(newest.files, await hashFolder(contentDir));
    if (files?.length === 0) return;
    const changes = entry?.changes ?? (await describe(newest, files ?? []));
    const { person, personId } = entry ?? { person: null, personId: null };
    const made = await add(newest, new Map(), { changes, person, personId, state: 'published' });
    if (made === undefined) await record(entry);
    else await removeOld();
  };
  /** What has changed since a version, in words. */
  const describe = async (before: StoredVersion | undefined, files: readonly string[]): Promise<string[]> => {
    if (before === undefined) return ['The content as it was when this history began'];
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
    findPublishing,
    listFileChanges,
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
        if (shown.state === 'published' && listOrdinaryDifferences(files, now).length === 0) current ??= id;
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
    /**
     * Begins a version that has the folder's files, but for `changed`.
     * @returns undefined if another one is being published
     */
    async begin(
      changed: ReadonlyMap<string, Uint8Array | null>,
      entry: Entry,
    ): Promise<StoredVersion | undefined> {
      const newest = await findKept();
      if (newest?.state === 'publishing') return undefined;
      return add(newest, changed, { ...entry, state: 'publishing' });
    },
    /**
     * Writes into the content folder what a version changes. It may be repeated: files that are written already are left.
     * @throws Error if a file has been changed by hand meanwhile
     */
    async write(version: StoredVersion): Promise<void> {
      for (const { file, before, after } of await listFileChanges(version)) {
        const now = await hashOf(file);
        if (now === after) continue;
        if (now !== before)
          throw new Error(`${file} has just been changed by hand. Look at it again, and then publish.`);
        await writeFrom(version.id, file);
      }
    },
    /** Takes back what `write` has written, except files that somebody has changed since. */
    async takeBack(version: StoredVersion): Promise<void> {
      const before = await findNewest((each) => each.id < version.id && each.state === 'published');
      for (const { file, after } of await listFileChanges(version))
        if (before && (await hashOf(file)) === after) await writeFrom(before.id, file);
    },
    /** Ends a version that was being published. @param failure why it was not */
    async settle(version: StoredVersion, failure: string | undefined): Promise<void> {
      const state = failure === undefined ? 'published' : 'failed';
      await writeAbout(folderOf(version.id), { ...version, state, failure: failure ?? null });
      await removeOld();
    },
  };
}

/** The differences that putting a version back would undo. Notices are shown at once, and never put back. */
function listOrdinaryDifferences(one: ContentHashes, other: ContentHashes): string[] {
  return listDifferences(one, other).filter((file) => file !== NOTICES_FILE);
}
