import { describePlace } from './parse-json.ts';
import { UnreadableFile } from './problems.ts';

/**
 * The text of a content file.
 * @throws UnreadableFile that names the encoding if it is not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || bytes.includes(0)) {
    throw new UnreadableFile(
      'the file',
      isUtf16 ? 'this file is UTF-16' : 'no text',
      'the file saved as UTF-8',
    );
  }
  // Not Node's own decoding, which replaces what it cannot read.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const wrong = text.indexOf('\uFFFD');
  if (wrong < 0 || isUtf8(bytes)) return text;
  throw new UnreadableFile(
    describePlace(text, wrong),
    'a character that is not UTF-8: this file is in an older encoding, such as Windows-1252',
    'the file saved as UTF-8',
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
