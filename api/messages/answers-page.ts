import { errorId, renderErrorSummary, renderInput, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import type { SavedAnswer, ThreadAnswer } from './answers-repository.ts';
import type { StoredMessage } from './messages-repository.ts';

export const LONGEST_ANSWER = 5000;
export const LONGEST_TITLE = 80;

/** The id of the field for the answer to a message. */
export function answerFieldId(messageId: string): string {
  return `answer-${messageId}`;
}

/** The answer that somebody writes. */
export interface AnswerDraft {
  readonly messageId: string;
  readonly answerId: string;
  readonly text: string;
  readonly message?: string | undefined;
}

/** The saved answer that could not be saved as it was typed. */
export interface SavedAnswerDraft extends SavedAnswer {
  readonly errors: Readonly<Record<string, string>>;
}

/** An answer of the thread: who gave it, when, and what became of its mail. */
export function renderAnswer({ text, person, createdAt }: ThreadAnswer, mailState: Html): Html {
  return html`<div class="admin-answer"><p><strong>${person}</strong> answered on ${renderLondonTime(createdAt)}</p>
<blockquote class="admin-words">${text}</blockquote>
<p class="hint">${mailState}</p></div>`;
}

/**
 * The form for an answer. Each saved answer is a button that adds its text to what has been written, so the form works
 * without script and loses nothing.
 */
export function renderAnswerForm(
  { id, name, email }: StoredMessage,
  draft: AnswerDraft,
  saved: readonly SavedAnswer[],
  { path, cancel, place }: { path: string; cancel: string; place: Html },
): Html {
  const field = {
    id: answerFieldId(id),
    name: 'text',
    label: `Your answer to ${name}`,
    hint: `It goes to ${email}, with the message below it.`,
    message: draft.message,
    longest: LONGEST_ANSWER,
    // The link that opens the form leads to the field. After a saved answer is added, there is no link.
    attributes: html`rows="8"${draft.message === undefined && draft.text !== '' && html` autofocus`}`,
  };
  const summary = draft.message && {
    fields: [{ controlId: field.id, message: draft.message }],
  };
  return html`<form class="form admin-correction" method="post" action="${path}/${id}/answer" novalidate>
${summary && renderErrorSummary(field.id, summary)}
${place}<input type="hidden" name="answerId" value="${draft.answerId}">
${renderTextarea(field, draft.text)}
${saved.length > 0 && html`<fieldset class="admin-saved"><legend>Add a saved answer</legend>${saved.map((each) => html`<button class="button quiet" type="submit" name="insert" value="${each.id}">${each.title}</button>`)}</fieldset>`}
<div class="actions"><button class="button" type="submit">Send the answer</button><a class="button quiet" href="${cancel}">Cancel</a></div>
</form>`;
}

/** The saved answers, for an owner to write and change. */
export function renderSavedAnswers(
  saved: readonly SavedAnswer[],
  {
    draft,
    newId,
    isOpen,
    path,
    place,
  }: {
    draft: SavedAnswerDraft | null;
    newId: string;
    isOpen: boolean;
    path: string;
    place: Html;
  },
): Html {
  const isNew = draft !== null && !saved.some(({ id }) => id === draft.id);
  const entered = (answer: SavedAnswer) => (draft?.id === answer.id ? draft : { ...answer, errors: {} });
  const render = (answer: SavedAnswer, isStored: boolean) =>
    renderSavedAnswer(entered(answer), isStored, { path, place });
  return html`<section class="panel admin-item" id="saved-answers"><details${(isOpen || draft !== null) && html` open`}>
<summary>Saved answers (${saved.length})</summary>
<p>What you write to many people, written once. {name} becomes the name of the person you are answering.</p>
${saved.map((answer) => render(answer, true))}
<h3>A new one</h3>
${render(isNew ? draft : { id: newId, title: '', text: '' }, false)}
</details></section>`;
}

function renderSavedAnswer(
  { id, title, text, errors }: SavedAnswerDraft,
  isStored: boolean,
  { path, place }: { path: string; place: Html },
): Html {
  const [titleId, textId] = [`title-${id}`, `text-${id}`];
  const fields = [
    { controlId: titleId, message: errors.title ?? '' },
    { controlId: textId, message: errors.text ?? '' },
  ].filter(({ message }) => message !== '');
  return html`<form class="form admin-correction" method="post" action="${path}/saved-answers" novalidate>
${renderErrorSummary(errorId(titleId), { fields })}
${place}<input type="hidden" name="id" value="${id}">
${renderInput({ id: titleId, name: 'title', label: 'Its name, for you', message: errors.title, longest: LONGEST_TITLE }, title)}
${renderTextarea({ id: textId, name: 'text', label: 'What it says', message: errors.text, longest: LONGEST_ANSWER, attributes: html`rows="5"` }, text)}
<div class="actions"><button class="button" type="submit" name="action" value="save">Save</button>${isStored && html`<button class="button quiet" type="submit" name="action" value="delete">Delete<span class="visually-hidden"> ${title}</span></button>`}</div>
</form>`;
}
