import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Finding } from '#content/reader/problems.ts';
import { describeProgramEnvironment } from '../../config.ts';
import { lowerPriority } from '../../process/lower-priority.ts';

/** What is asked of the program: the photograph to keep, a small one of it, whole or cropped, or a check of a folder's. */
export type Task = 'keep' | 'whole' | 'cropped' | 'check';

const PROGRAM = join(import.meta.dirname, 'photograph-program.ts');
const MOST_MS = 60_000;
/** More than any picture that the program makes. */
const MOST_OUTPUT_BYTES = 64_000_000;

export type Made =
  | { readonly bytes: Buffer<ArrayBuffer> }
  /** To be read after the photograph's name. */
  | { readonly refusal: string };

const KILLED = 'takes too long to read, or too much memory. Please send it in a smaller size.';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the program, which is apart because loading the library holds up everything for 40 ms, and a photograph takes up to
 * 150 MB that only the end of a process gives back. One at a time, because of the memory.
 */
function run(task: Task, input: readonly (Uint8Array | string)[]): Promise<Made> {
  const made = last.then(
    () =>
      new Promise<Made>((done, fail) => {
        const options = {
          encoding: 'buffer',
          env: describeProgramEnvironment(),
          timeout: MOST_MS,
          killSignal: 'SIGKILL',
          maxBuffer: MOST_OUTPUT_BYTES,
        } as const;
        const child = execFile(process.execPath, [PROGRAM, task], options, (error, output, errors) => {
          if (error === null) done({ bytes: Buffer.from(output) });
          else if (error.signal) done({ refusal: KILLED });
          else if (output.length > 0) done({ refusal: output.toString() });
          else fail(new Error(`The program for photographs failed: ${errors}`, { cause: error }));
        });
        if (child.pid !== undefined) lowerPriority(child.pid);
        // It may end before it has read everything, and says why.
        const { stdin } = child;
        if (stdin !== null) pipeline(input, stdin).catch(() => {});
      }),
  );
  last = made.catch(() => {});
  return made;
}

/** What of an upload is kept, as JPEG, or as PNG where it is transparent: upright, and without what the camera has written. */
export function keepPhotograph(pieces: readonly Uint8Array[]): Promise<Made> {
  return run('keep', pieces);
}

/** A small WebP of a photograph, whole or cropped in its middle as pages show it; undefined if it cannot be read. */
export async function makeThumbnail(
  bytes: Uint8Array,
  isCropped: boolean,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const made = await run(isCropped ? 'cropped' : 'whole', [bytes]);
  return 'bytes' in made ? made.bytes : undefined;
}

/** `checkPhotographs` of the content. */
export async function checkPhotographsApart(
  contentDir: string,
  photographs: readonly string[],
): Promise<Finding[]> {
  if (photographs.length === 0) return [];
  const made = await run('check', [JSON.stringify({ contentDir, photographs })]);
  if ('refusal' in made) throw new Error(`The photographs could not be checked: the program ${made.refusal}`);
  return JSON.parse(made.bytes.toString());
}
