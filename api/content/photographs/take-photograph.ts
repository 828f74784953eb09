import type { SentFile } from '../../http/multipart.ts';
import { type Refusal, type Result, refuse } from '../../http/problems.ts';
import { UPLOAD_LIMIT_BYTES } from '../../http/request-body.ts';
import type { Author, ContentDraft } from '../files/draft.ts';
import { toSlug } from '../files/file-names.ts';
import { keepPhotograph } from './photograph-process.ts';

/**
 * Keeps a photograph as a draft, under a name of its own. Turned upright, and without what the camera has written into
 * it, such as the place where it was taken.
 * @returns its name in images/; for a picture that the build could not read, a sentence that says what to do
 */
export async function takePhotograph(
  { draft, person }: { readonly draft: ContentDraft; readonly person: Author },
  file: SentFile,
): Promise<Result<string>> {
  if (file.contents === undefined)
    return refuseFile(
      file,
      `has ${Math.ceil(file.size / 1_000_000)} MB; ${UPLOAD_LIMIT_BYTES / 1_000_000} MB at most. Please send it in a smaller size.`,
    );
  const made = await keepPhotograph(file.contents);
  if ('refusal' in made) return refuseFile(file, made.refusal);
  const { bytes } = made;
  const ending = bytes[0] === PNG_SIGNATURE ? 'png' : 'jpg';
  const name = toSlug(file.name.replace(/\.[^.]*$/, '')) || 'photograph';
  for (let number = 1; ; number++) {
    const free = `${name}${number === 1 ? '' : `-${number}`}.${ending}`;
    const path = `images/${free}`;
    const existing = await draft.readFile(path);
    // Sent again, after a mistake elsewhere in the form.
    if (existing && Buffer.from(existing.bytes).equals(bytes)) return { ok: true, value: free };
    const saved = await draft.saveFile({ file: path, bytes, seen: null, person });
    if (saved.ok) return { ok: true, value: free };
    // Another photograph has the name.
    if (saved.problem.code !== 'content_changed_meanwhile') return saved;
  }
}

const PNG_SIGNATURE = 0x89;

function refuseFile({ name }: SentFile, reason: string): Refusal {
  return refuse({ code: 'content_invalid', error: `‘${name}’ ${reason}` });
}
