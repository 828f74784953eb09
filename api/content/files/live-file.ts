import { editSource } from '#content/edit/edit-source.ts';
import { decodeText } from '#content/reader/parse-source.ts';
import type { Result } from '../../http/problems.ts';
import { createTurns, readContentFile, writeContentFile } from './content-folder.ts';

/** What becomes of a file, and what its change is for whoever has asked for it. */
interface Decided<T> {
  readonly value: unknown;
  readonly made: T;
}

/**
 * Changes a file of the content folder at once, and not as a draft; changes come one after the other, so that those of
 * two people are both kept.
 * @param contentDir absolute
 * @returns a function that is given what decides the change, by the file's bytes as they are then
 */
export function createLiveFile(contentDir: string, file: string) {
  const inTurn = createTurns();
  const write = async <T>(
    decide: (bytes: Uint8Array | undefined) => Promise<Result<Decided<T>>>,
  ): Promise<Result<T>> => {
    const before = await readContentFile(contentDir, file);
    const decided = await decide(before);
    if (!decided.ok) return decided;
    const text = editSource(file, before && decodeText(before), decided.value.value);
    // By hand meanwhile: what somebody has just saved is not to be lost.
    const now = await readContentFile(contentDir, file);
    if (before === undefined ? now !== undefined : !now || Buffer.compare(before, now) !== 0)
      return write(decide);
    await writeContentFile(contentDir, file, Buffer.from(text));
    return { ok: true, value: decided.value.made };
  };
  return <T>(decide: (bytes: Uint8Array | undefined) => Promise<Result<Decided<T>>>): Promise<Result<T>> =>
    inTurn(() => write(decide));
}
