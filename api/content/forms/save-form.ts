import type { Kysely } from 'kysely';
import { describeChange, namePlace } from '#content/changes/describe-change.ts';
import { listChanges } from '#content/changes/list-changes.ts';
import { editSource } from '#content/edit/edit-source.ts';
import type { CollectionName } from '#content/reader/collections.ts';
import { decodeText } from '#content/reader/decode-text.ts';
import { parseSource } from '#content/reader/parse-source.ts';
import type { FieldProblem } from '#forms/field.ts';
import type { Database } from '../../db/schema.ts';
import { messageOf } from '../../http/problems.ts';
import type { EditorForm, Entries } from '../../http/request-body.ts';
import type { ContentDraft, DraftedFile } from '../draft.ts';
import { findBlobs } from '../draft-repository.ts';
import { takePhotograph } from '../photographs/take-photograph.ts';
import { findForm, readSentForm, type SentForm } from './content-form.ts';
import type { FormField } from './form-field.ts';
import type { FormPage } from './form-page.ts';
import { controlId } from './form-view.ts';
import { namePlaceInForm } from './name-place.ts';
import { UPLOAD } from './render-leaf.ts';

/** Keeps the photographs of a form, and names them in its entries, so that they stay if something else is wrong. */
async function takePhotographs(
  { entries, files }: EditorForm,
  kept: { readonly draft: ContentDraft; readonly person: string },
): Promise<{ entries: Entries; problems: FieldProblem[] }> {
  const named: Record<string, string> = Object.assign(Object.create(null), entries);
  const problems: FieldProblem[] = [];
  for (const [field, file] of files) {
    if (!field.endsWith(`.${UPLOAD}`)) continue;
    const path = field.slice(0, -UPLOAD.length - 1);
    const taken = await takePhotograph(kept, file);
    if (taken.ok) named[path] = taken.value;
    else problems.push({ controlId: controlId(path), message: messageOf(taken.problem) });
  }
  return { entries: named, problems };
}

/** What a form is shown again with. */
export type ShownAgain = Pick<FormPage, 'value' | 'origins' | 'changed' | 'problems' | 'names'>;

/** A form that was sent, its photographs kept; `shown` if it is to be shown again instead of being saved. */
export async function takeForm(
  draft: ContentDraft,
  collection: CollectionName,
  form: EditorForm,
  before: unknown,
  person: string,
): Promise<{ sent: SentForm; shown: ShownAgain | undefined }> {
  const pictures = await takePhotographs(form, { draft, person });
  const sent = readSentForm(findForm(collection), pictures.entries, before);
  const problems: FieldProblem[] = [...pictures.problems, ...sent.problems];
  const { value, origins, changed } = sent;
  const names = changed === undefined || sent.problems.length > 0 ? pictures.entries : {};
  const isShown = changed !== undefined || problems.length > 0;
  return { sent, shown: isShown ? { value, origins, changed, problems, names } : undefined };
}

/** The value of a file that a form was made from: the one that it has now, or the one it had then, as far as that is known. */
export async function readSeen(
  db: Kysely<Database>,
  file: string,
  current: DraftedFile,
  seen: string,
): Promise<unknown> {
  const bytes = seen === current.hash ? current.bytes : (await findBlobs(db, [seen])).get(seen);
  return bytes && parseSource(file, decodeText(bytes));
}

export type Saved = 'saved' | 'unchanged' | 'changed-meanwhile';

/** Keeps the value of a form as the file's draft. */
export async function saveValue(
  draft: ContentDraft,
  file: string,
  { value, seen, person }: { readonly value: unknown; readonly seen: string | null; readonly person: string },
): Promise<Saved> {
  const current = await draft.readFile(file);
  const source = current && decodeText(current.bytes);
  if (source !== undefined && isSame(parseSource(file, source), value)) return 'unchanged';
  const bytes = Buffer.from(editSource(file, source, value));
  const saved = await draft.saveFile({ file, bytes, seen, person });
  return saved.ok ? 'saved' : 'changed-meanwhile';
}

/** What differs between two values of a file, in the words of its form. */
export function describeDifference(
  field: FormField,
  file: string,
  before: unknown,
  after: unknown,
): string[] {
  const values = { [file]: after };
  return listChanges({ [file]: before }, values).map((change) => {
    const place = namePlaceInForm(field, change.new === undefined ? before : after, change.field);
    return describeChange(change, values)
      .replace(namePlace(file, change.field, values), () => place)
      .replace(/, on 0 pages$/, '');
  });
}

/** Also of the order of names, which is that of a page's sections. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
