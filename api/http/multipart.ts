import { type Result, refuse } from './problems.ts';

/** A file that came with a form. */
export interface SentFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** In pieces. Undefined for a file above the limit: it was read to its end, for what comes behind it, and not kept. */
  readonly contents: readonly Uint8Array[] | undefined;
}

/** In bytes, but for the first. */
export interface MultipartLimits {
  readonly mostParts: number;
  /** Of everything but the contents of files. */
  readonly text: number;
  readonly file: number;
  readonly body: number;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');
/** Of a part, in bytes. Each piece that arrives is read with what came of them before. */
const LONGEST_HEADERS = 8192;

/**
 * Takes the contents of files out of a multipart body while it arrives. Node parses such a body in one go, and all other
 * requests waited for it: for 15 MB, 40 ms. `@fastify/busboy` 3.2.6 takes 10 to 16 of the 20 ms of a turn for a form of
 * more parts than are allowed, because it reads a piece to its end, and this takes 5 for as many as are.
 * @param boundary from the body's media type
 * @returns the body with empty files, and what was taken out, in its order
 */
export async function takeOutFiles(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
): Promise<Result<{ rest: Buffer; files: Omit<SentFile, 'name'>[] }>> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const rest = new Collected(limits.text);
  const files: Collected[] = [];
  let part: 'headers' | 'text' | 'file' = 'text';
  let [bytes, parts] = [0, 0];
  // There is no line before the first delimiter.
  let pending = Buffer.from('\r\n');
  const move = (length: number, target = rest) => {
    target.add(pending.subarray(0, length));
    pending = pending.subarray(length);
  };
  const target = () => (part === 'file' ? files.at(-1) : rest);
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const at: number = pending.indexOf(part === 'headers' ? END_OF_HEADERS : delimiter);
      if (at < 0) break;
      if (part === 'headers') {
        part = /;\s*filename\*?=/i.test(pending.toString('latin1', 0, at)) ? 'file' : 'text';
        if (part === 'file') files.push(new Collected(limits.file));
        move(at + END_OF_HEADERS.length);
      } else {
        move(at, target());
        move(delimiter.length);
        part = 'headers';
        parts++;
      }
    }
    // The last bytes may be the beginning of a delimiter.
    if (part !== 'headers') move(Math.max(0, pending.length - delimiter.length), target());
    const isEndless = part === 'headers' && pending.length > LONGEST_HEADERS;
    const isTooLarge = bytes > limits.body || rest.size + pending.length > limits.text || isEndless;
    if (isTooLarge) return refuse({ code: 'body_too_large' });
    if (parts > limits.mostParts) return refuse({ code: 'malformed_body' });
  }
  move(pending.length);
  const taken = files.map(({ size, contents }) => ({ size, contents }));
  return { ok: true, value: { rest: Buffer.concat(rest.contents ?? []).subarray(2), files: taken } };
}

/** Bytes up to a limit. Beyond it they are only counted. */
class Collected {
  size = 0;
  contents: Uint8Array[] | undefined = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(piece: Uint8Array): void {
    this.size += piece.byteLength;
    if (this.size > this.#most) this.contents = undefined;
    else this.contents?.push(piece);
  }
}
