import { describePlace } from './parse-json.ts';
import { UnreadableFile } from './problems.ts';

const WANTED = 'the file saved as UTF-8';

/**
 * The text of a content file.
 * @throws UnreadableFile that names the encoding if it is not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) throw new UnreadableFile('the file', 'this file is UTF-16', WANTED);
  if (bytes.includes(0)) throw new UnreadableFile('the file', 'a file without text', WANTED);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    throw new UnreadableFile(
      describePlace(text, text.indexOf('\uFFFD')),
      'a character that is not UTF-8: this file is in an older encoding, such as Windows-1252',
      WANTED,
    );
  }
}
