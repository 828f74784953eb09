import { compareContent } from '#content/changes/compare-content.ts';
import { decodeText } from '#content/reader/decode-text.ts';
import { parseSource } from '#content/reader/parse-source.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import type { IsoDay } from '#domain/dates.ts';
import type { ContentEditing } from './content-editing.ts';
import { readContentFile } from './content-folder.ts';

/** A drafted file that was also changed by hand: both changes in words. */
export interface ConflictWords {
  readonly file: string;
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/**
 * What became of a file by hand, and in the draft, since the draft began.
 * @param values the content as drafted, whose names the words use
 * @param today the day in Europe/London
 */
export async function describeConflict(
  { draft, contentDir }: Pick<ContentEditing, 'draft' | 'contentDir'>,
  file: string,
  values: ContentValues,
  today: IsoDay,
): Promise<ConflictWords> {
  const base = await draft.readBase(file);
  const describe = (bytes: Uint8Array | undefined) => describeFile(file, base, bytes, values, today);
  return {
    file,
    theirs: describe(await readContentFile(contentDir, file)),
    mine: describe((await draft.readFile(file))?.bytes),
  };
}

function describeFile(
  file: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  values: ContentValues,
  today: IsoDay,
): string[] {
  if (after === undefined) return ['The file was removed.'];
  if (file.startsWith('images/')) return [before === undefined ? 'A new picture.' : 'Another picture.'];
  try {
    const { [file]: _, ...others } = values;
    const withFile = (bytes: Uint8Array | undefined) =>
      bytes === undefined ? others : { ...others, [file]: parseSource(file, decodeText(bytes)) };
    const { changes } = compareContent(withFile(before), withFile(after), today);
    return changes.length > 0 ? changes : ['Spaces or the order of lines only.'];
  } catch (error) {
    if (error instanceof UnreadableFile) return ['The file cannot be read as it is.'];
    throw error;
  }
}
