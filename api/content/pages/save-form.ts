import { listChanges } from '#content/changes/list-changes.ts';
import { editSource, isSame } from '#content/edit/edit-source.ts';
import { joinValues } from '#content/edit/join-values.ts';
import type { CollectionName } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import type { FieldProblem } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { messageOf } from '../../http/problems.ts';
import type { EditorForm, Entries } from '../../http/request-body.ts';
import { SEASON_PATH } from '../files/content-paths.ts';
import type { Author, ContentDraft, DraftedFile } from '../files/draft.ts';
import { namePicture } from '../files/file-names.ts';
import { controlId, findPart } from '../forms/find-part.ts';
import { findControls } from '../forms/find-problems.ts';
import { type FormField, findForm } from '../forms/form-field.ts';
import { ASKED, type FormPage } from '../forms/form-page.ts';
import { sayOwnChanges } from '../forms/form-words.ts';
import { readSentForm, type SentForm } from '../forms/read-form.ts';
import { UPLOAD } from '../forms/render-leaf.ts';
import { takePhotograph } from '../photographs/take-photograph.ts';
import { contentAside, readDrafted } from '../publish/content-aside.ts';

/** Keeps the photographs of a form, and names them in its entries, so that they stay if something else is wrong. */
async function takePhotographs(
  { entries, files }: EditorForm,
  kept: { readonly draft: ContentDraft; readonly person: Author },
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

/** A question at the words of each new picture, if they are still those of the old one. */
function askOfPictures(
  field: FormField,
  before: unknown,
  after: unknown,
): (FieldProblem & { readonly asked: string })[] {
  if (before === undefined) return [];
  const changes = listChanges({ file: before }, { file: after });
  return changes.flatMap((change) => {
    const part = findPart(field, after, change.path);
    const words = part.field.kind === 'leaf' ? part.field.describedBy : undefined;
    if (words === undefined || change.new === undefined) return [];
    const beside = change.path.with(-1, words);
    if (changes.some(({ path }) => isSame(path, beside))) return [];
    const id = controlId(part.path.replace(/[^.]+$/, words));
    const name = String(change.new);
    const message = `‘${namePicture(name)}’ is a new picture. Do these words still say what it shows? If they do, save again.`;
    return { controlId: id, message, asked: `${id} ${name}` };
  });
}

/** What a form is shown again with. */
export type ShownAgain = Pick<
  FormPage,
  'value' | 'origins' | 'changed' | 'problems' | 'names' | 'notes' | 'asked'
>;

interface TakenForm {
  /** The raw value that the form was made from; undefined for a new file. */
  readonly before: unknown;
  readonly person: Author;
  /** The path of the file with this value; undefined for a new file without a name. */
  nameFile(value: unknown): string | undefined;
}

/** A form that was sent, its photographs kept; `shown` if it is to be shown again instead of being saved. */
export async function takeForm(
  draft: ContentDraft,
  collection: CollectionName,
  form: EditorForm,
  { before, person, nameFile }: TakenForm,
): Promise<{ sent: SentForm; shown: ShownAgain | undefined }> {
  const pictures = await takePhotographs(form, { draft, person });
  const sent = readSentForm(findForm(collection), pictures.entries, before);
  const problems: FieldProblem[] = [...pictures.problems, ...sent.problems];
  const { value, origins, changed } = sent;
  const notes: Html[] = [];
  const file = changed === undefined && problems.length === 0 ? nameFile(value) : undefined;
  if (file !== undefined) {
    const found = await draft.withFolder((folder) => contentAside.checkValue(folder, file, value));
    problems.push(...findControls(findForm(collection).field, value, found.problems, found.values));
    const season = found.problems.find((each) => each.season !== undefined)?.season;
    if (season !== undefined) notes.push(renderSeasonFirst(season));
  }
  let asked = pictures.entries[ASKED] ?? '';
  // Of a value that can be kept: comparing what is too long takes long.
  if (changed === undefined && sent.problems.length === 0) {
    const questions = askOfPictures(findForm(collection).field, before, value);
    // A picture's name has no slash.
    problems.push(...questions.filter((each) => !asked.split('/').includes(each.asked)));
    asked = questions.map((each) => each.asked).join('/');
  }
  const names = changed === undefined || sent.problems.length > 0 ? pictures.entries : {};
  const isShown = changed !== undefined || problems.length > 0;
  return { sent, shown: isShown ? { value, origins, changed, problems, names, notes, asked } : undefined };
}

/** Beside the form, so that what was typed stays while the season is moved. */
function renderSeasonFirst(season: number): Html {
  return html`<p class="callout trouble">Is it meant for the next season? <a href="${SEASON_PATH}?year=${season}" target="_blank">Move everything to the ${season} season</a>, which opens beside this page. Then come back and save again.</p>`;
}

/** The value of a file that a form was made from: the one that it has now, or the one it had then, as far as that is known. */
export async function readSeen(
  draft: ContentDraft,
  file: string,
  current: DraftedFile | undefined,
  seen: string,
): Promise<unknown> {
  const bytes = seen === current?.hash ? current.bytes : await draft.readKept(seen);
  return bytes && parseSource(file, decodeText(bytes));
}

/** Somebody else has changed the same since the form was made. */
export interface SaveConflict {
  /** In words: what they have made of it, and what saving again changes of theirs. */
  readonly theirs: readonly string[];
  readonly yours: readonly string[];
  /** The hash of what they have made, or `REMOVED`, for saving in spite of it. */
  readonly over: string;
}

const REMOVED = 'removed';

/** What a person has sent. */
export interface SentValue {
  readonly value: unknown;
  /** The hash of the file that the form was made from. Null for a new file. */
  readonly seen: string | null;
  /** What the file was then. Undefined for a new file, and where this is not known any longer. */
  readonly before: unknown;
  /** The hash of what somebody else has made of it, which the person has been told of. */
  readonly over?: string | undefined;
  readonly person: Author;
}

/** Keeps the value of a form as the file's draft, with what others have changed since in other fields. */
export async function saveValue(
  draft: ContentDraft,
  file: string,
  sent: SentValue,
): Promise<'saved' | 'unchanged' | SaveConflict> {
  const { value: mine, seen, before, over, person } = sent;
  const current = await draft.readFile(file);
  if (current === undefined && seen !== null && over !== REMOVED)
    return { theirs: ['The file was removed.'], yours: [], over: REMOVED };
  const hash = current?.hash ?? null;
  const source = current && decodeText(current.bytes);
  const theirs = source === undefined ? undefined : parseSource(file, source);
  const { value, isConflict } =
    hash === seen ? { value: mine, isConflict: false } : joinValues(before, theirs, mine);
  if (hash !== null && isConflict && over !== hash) {
    const { values } = await readDrafted(draft);
    const describe = (from: unknown, to: unknown) => describeDifference(file, from, to, values);
    const theirValue = joinValues(before, mine, theirs).value;
    return {
      theirs: before !== undefined ? linesWithout(describe(before, theirValue), describe(before, value)) : [],
      yours: describe(theirs, value),
      over: hash,
    };
  }
  if (source !== undefined && isSame(theirs, value)) return 'unchanged';
  const bytes = Buffer.from(editSource(file, source, value));
  const saved = await draft.saveFile({ file, bytes, seen: hash, person });
  if (saved.ok) return 'saved';
  if (saved.problem.code !== 'content_changed_meanwhile') throw new Error(messageOf(saved.problem));
  // It was changed while this was being done.
  return saveValue(draft, file, sent);
}

/** The lines that another list does not have; all of them if there are no others. */
export function linesWithout(lines: readonly string[], others: readonly string[]): readonly string[] {
  const own = lines.filter((line) => !others.includes(line));
  return own.length > 0 ? own : lines;
}

/** What differs between two values of a file, in the words of its form. @param content the other files */
export function describeDifference(
  file: string,
  before: unknown,
  after: unknown,
  content: ContentValues,
): string[] {
  return sayOwnChanges(listChanges({ [file]: before }, { [file]: after }), before, after, content);
}
