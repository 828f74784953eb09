import { editSource } from '#content/edit/edit-source.ts';
import { joinValues } from '#content/edit/join-values.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { UnreadableFile } from '#content/reader/problems.ts';

/** What became of a file: undefined for no such file. */
export interface ChangedFile {
  readonly base: Uint8Array | undefined;
  readonly theirs: Uint8Array | undefined;
  readonly mine: Uint8Array | undefined;
}

export interface JoinedFile {
  readonly bytes: Uint8Array;
  readonly isConflict: boolean;
}

/**
 * The file with both changes, written as theirs is.
 * @param preferred whose words hold where both have changed the same field
 * @returns undefined for what has no fields: a photograph, a file that one of them has removed or that has a mistake
 */
export function joinFile(
  file: string,
  { base, theirs, mine }: ChangedFile,
  preferred: 'theirs' | 'mine',
): JoinedFile | undefined {
  if (!/\.(json|md)$/.test(file) || !base || !theirs || !mine) return undefined;
  const source = decodeText(theirs);
  const read = (bytes: Uint8Array) => parseSource(file, decodeText(bytes));
  try {
    const [before, their, my] = [read(base), parseSource(file, source), read(mine)];
    const { value, isConflict } =
      preferred === 'mine' ? joinValues(before, their, my) : joinValues(before, my, their);
    const bytes = Buffer.from(editSource(file, source, value));
    return { bytes, isConflict };
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
