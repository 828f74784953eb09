import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkNotices } from '#content/checks/hours.ts';
import { COLLECTIONS } from '#content/reader/collections.ts';
import { parseContent } from '#content/reader/parse-content.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { formatProblems, nameFields, UnreadableFile } from '#content/reader/problems.ts';
import type { DeliveryWeek } from '#domain/delivery/weeks.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Log } from '../http/log.ts';

/** The content that holds at once, without a build: the notices, and what is sold of each week. */
export const NOTICES_FILE = COLLECTIONS.notices.files;
export const SHOP_FILE = COLLECTIONS.shop.files;

/**
 * The notices of a content folder; none if it has no such file.
 * @throws Error with the content check's message if the file has a mistake
 */
export async function readNotices(contentDir: string): Promise<readonly Notice[]> {
  const bytes = await readBytes(contentDir, NOTICES_FILE);
  return bytes === undefined ? [] : parseNotices(parseFile(NOTICES_FILE, bytes));
}

/** @throws Error with the content check's message for a list with mistakes */
export function parseNotices(value: unknown): readonly Notice[] {
  const values = { [NOTICES_FILE]: value };
  const content = parseOwn(NOTICES_FILE, value);
  const own = nameFields(checkNotices(content), values);
  if (own.length > 0) throw new Error(formatProblems(own));
  return content.notices.map(({ data }) => data);
}

/**
 * The delivery weeks of a content folder; undefined if it has no such file.
 * @throws Error with the content check's message if the file has a mistake
 */
export async function readWeeks(contentDir: string): Promise<readonly DeliveryWeek[] | undefined> {
  const bytes = await readBytes(contentDir, SHOP_FILE);
  return bytes && parseOwn(SHOP_FILE, parseFile(SHOP_FILE, bytes)).shop[0]?.data.weeks;
}

async function readBytes(contentDir: string, file: string): Promise<Uint8Array | undefined> {
  return readFile(join(contentDir, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parseFile(file: string, bytes: Uint8Array): unknown {
  try {
    return parseSource(file, decodeText(bytes));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { position: field, found, wanted } = error;
    throw new Error(formatProblems([{ file, field, found, wanted }]));
  }
}

/** Without the other files, which are not here, and are another check's concern. */
function parseOwn(file: string, value: unknown) {
  const { content, problems } = parseContent({ [file]: value });
  const own = problems.filter((each) => each.file === file);
  if (own.length > 0) throw new Error(formatProblems(own));
  return content;
}

/**
 * Reads a file of now whenever it has changed. While it has a mistake, what was last good stays, and the log says so
 * once.
 * @returns a function that is given what the build has, for a machine without a content folder
 */
export function createLiveReader<T>(
  contentDir: string | undefined,
  file: string,
  read: (contentDir: string) => Promise<T | undefined>,
  log: Log,
): (ofBuild: T) => Promise<T> {
  let seen: string | undefined;
  let good: T | undefined;
  return async (ofBuild) => {
    if (contentDir === undefined || !existsSync(contentDir)) return ofBuild;
    const mark = (await readMark(join(contentDir, file))) ?? 'no file';
    if (mark !== seen) {
      seen = mark;
      try {
        good = await read(contentDir);
      } catch (error) {
        log(`${file} is not usable, what it said last stays`, error);
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
