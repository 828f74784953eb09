import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import type { ContentEditing } from '../content-editing.ts';
import { readContentFile } from '../files/content-folder.ts';
import type { DraftEntry } from '../files/draft.ts';
import { type ChangedFile, joinFile } from '../files/join-file.ts';
import { describeDifference, linesWithout } from './save-form.ts';

type Described = Pick<ContentEditing, 'draft' | 'contentDir'>;

/** A drafted file in which somebody has changed the same by hand: both changes in words. */
interface ConflictWords {
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/** A draft, and what it changes in words. */
export interface DescribedDraft extends DraftEntry {
  readonly lines: readonly string[];
  readonly conflict: ConflictWords | undefined;
}

/** Each draft in words: what it changes, and where somebody has changed the same by hand. */
export function describeDrafts(
  content: Described,
  drafts: readonly DraftEntry[],
  values: ContentValues,
): Promise<DescribedDraft[]> {
  return Promise.all(
    drafts.map(async (entry) => {
      const { file, kind, isConflict } = entry;
      const base = await content.draft.readBase(file);
      const mine = (await content.draft.readFile(file))?.bytes;
      const lines = kind === 'changed' ? describeFile(file, base, mine, values) : [];
      const conflict = isConflict ? await describeConflict(content, file, { base, mine }, values) : undefined;
      return { ...entry, lines, conflict };
    }),
  );
}

/** What both have changed in different ways; where there are no fields, all that each has changed. */
async function describeConflict(
  { contentDir }: Described,
  file: string,
  own: Pick<ChangedFile, 'base' | 'mine'>,
  values: ContentValues,
): Promise<ConflictWords> {
  const changed: ChangedFile = { ...own, theirs: await readContentFile(contentDir, file) };
  const describe = (preferred: 'theirs' | 'mine') =>
    describeFile(file, changed.base, joinFile(file, changed, preferred)?.bytes ?? changed[preferred], values);
  const [theirs, mine] = [describe('theirs'), describe('mine')];
  return { theirs: linesWithout(theirs, mine), mine: linesWithout(mine, theirs) };
}

function describeFile(
  file: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  values: ContentValues,
): string[] {
  if (after === undefined) return ['The file was removed.'];
  const collection = findCollection(file);
  if (before === undefined || collection === undefined) {
    return [before === undefined ? 'A new file.' : 'Another picture.'];
  }
  const read = (bytes: Uint8Array) => parseSource(file, decodeText(bytes));
  try {
    const changes = describeDifference(file, read(before), read(after), values);
    return changes.length > 0 ? changes : ['Spaces or the order of lines only.'];
  } catch (error) {
    if (error instanceof UnreadableFile) return ['The file can’t be read as it is.'];
    throw error;
  }
}
