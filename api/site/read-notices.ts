import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkNotices } from '#content/checks/hours.ts';
import { COLLECTIONS } from '#content/reader/collections.ts';
import { parseContent } from '#content/reader/parse-content.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { formatProblems, nameFields, UnreadableFile } from '#content/reader/problems.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Log } from '../http/log.ts';

export const NOTICES_FILE = COLLECTIONS.notices.files;

/** The notices of a content folder, and the file's bytes; none if the folder has no such file. */
export interface ReadNotices {
  readonly notices: readonly Notice[];
  readonly bytes: Uint8Array | undefined;
}

/** @throws Error with the content check's message if the file has a mistake */
export async function readNotices(contentDir: string): Promise<ReadNotices> {
  const bytes = await readFile(join(contentDir, NOTICES_FILE)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return { notices: bytes === undefined ? [] : parseFile(bytes), bytes };
}

function parseFile(bytes: Uint8Array): readonly Notice[] {
  try {
    return parseNotices(parseSource(NOTICES_FILE, decodeText(bytes)));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { position: field, found, wanted } = error;
    throw new Error(formatProblems([{ file: NOTICES_FILE, field, found, wanted }]));
  }
}

/** @throws Error with the content check's message for a list with mistakes */
export function parseNotices(value: unknown): readonly Notice[] {
  const values = { [NOTICES_FILE]: value };
  const { content, problems } = parseContent(values);
  // The other files are not here, and are another check's concern.
  const own = [
    ...problems.filter(({ file }) => file === NOTICES_FILE),
    ...nameFields(checkNotices(content), values),
  ];
  if (own.length > 0) throw new Error(formatProblems(own));
  return content.notices.map(({ data }) => data);
}

/**
 * Reads the notices of now whenever the file has changed. While it has a mistake, the last good ones stay, and the log
 * says so once.
 * @returns a function that is given the notices of the build, for a machine without a content folder
 */
export function createNoticeReader(
  contentDir: string | undefined,
  log: Log,
): (ofBuild: readonly Notice[]) => Promise<readonly Notice[]> {
  let seen: string | undefined;
  let good: readonly Notice[] | undefined;
  return async (ofBuild) => {
    if (contentDir === undefined || !existsSync(contentDir)) return ofBuild;
    const mark = (await readMark(join(contentDir, NOTICES_FILE))) ?? 'no file';
    if (mark !== seen) {
      seen = mark;
      try {
        good = (await readNotices(contentDir)).notices;
      } catch (error) {
        log(`${NOTICES_FILE} is not usable, the last notices stay`, error);
      }
    }
    return good ?? ofBuild;
  };
}

/** Changes whenever a file is replaced or written; undefined when there is none. */
export async function readMark(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
