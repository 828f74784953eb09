import { findCollection } from '#content/reader/collections.ts';
import { decodeText } from '#content/reader/decode-text.ts';
import { parseSource } from '#content/reader/parse-source.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import type { ContentEditing } from '../content-editing.ts';
import { readContentFile } from '../content-folder.ts';
import { findForm } from '../forms/content-form.ts';
import { describeDifference } from '../forms/save-form.ts';

/** A drafted file that was also changed by hand: both changes in words. */
export interface ConflictWords {
  readonly file: string;
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/** What became of a file by hand, and in the draft, since the draft began. */
export async function describeConflict(
  { draft, contentDir }: Pick<ContentEditing, 'draft' | 'contentDir'>,
  file: string,
): Promise<ConflictWords> {
  const base = await draft.readBase(file);
  return {
    file,
    theirs: describeFile(file, base, await readContentFile(contentDir, file)),
    mine: describeFile(file, base, (await draft.readFile(file))?.bytes),
  };
}

function describeFile(file: string, before: Uint8Array | undefined, after: Uint8Array | undefined): string[] {
  if (after === undefined) return ['The file was removed.'];
  const collection = findCollection(file);
  if (before === undefined || collection === undefined) {
    return [before === undefined ? 'A new file.' : 'Another picture.'];
  }
  const { field } = findForm(collection);
  const read = (bytes: Uint8Array) => parseSource(file, decodeText(bytes));
  try {
    const changes = describeDifference(field, file, read(before), read(after));
    return changes.length > 0 ? changes : ['Spaces or the order of lines only.'];
  } catch (error) {
    if (error instanceof UnreadableFile) return ['The file cannot be read as it is.'];
    throw error;
  }
}
