import { findCollection } from '#content/reader/collections.ts';
import { decodeText } from '#content/reader/decode-text.ts';
import { parseSource } from '#content/reader/parse-source.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import type { ContentEditing } from '../content-editing.ts';
import { readContentFile } from '../content-folder.ts';
import { findForm } from '../forms/content-form.ts';
import { describeDifference, linesWithout } from '../forms/save-form.ts';
import { type ChangedFile, joinFile } from '../join-file.ts';

/** A drafted file that was also changed by hand: both changes in words. */
export interface ConflictWords {
  readonly file: string;
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/** What both have changed in different ways since the draft began; where there are no fields, all that each has changed. */
export async function describeConflict(
  { draft, contentDir }: Pick<ContentEditing, 'draft' | 'contentDir'>,
  file: string,
): Promise<ConflictWords> {
  const changed: ChangedFile = {
    base: await draft.readBase(file),
    theirs: await readContentFile(contentDir, file),
    mine: (await draft.readFile(file))?.bytes,
  };
  const describe = (preferred: 'theirs' | 'mine') =>
    describeFile(file, changed.base, joinFile(file, changed, preferred)?.bytes ?? changed[preferred]);
  const [theirs, mine] = [describe('theirs'), describe('mine')];
  return { file, theirs: linesWithout(theirs, mine), mine: linesWithout(mine, theirs) };
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
