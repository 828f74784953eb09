import { renderErrorSummary, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import type { ThreadAnswer } from './answers-repository.ts';
import type { StoredMessage } from './messages-repository.ts';

export const LONGEST_ANSWER = 5000;

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

/** An answer of the thread: who gave it, when, and what became of its mail. */
export function renderAnswer({ text, person, createdAt }: ThreadAnswer, mailState: Html): Html {
  return html`<div class="admin-answer"><p><strong>${person}</strong> answered on ${renderLondonTime(createdAt)}</p>
<blockquote class="admin-words">${text}</blockquote>
<p class="hint">${mailState}</p></div>`;
}

/** The form for an answer. */
export function renderAnswerForm(
  { id, name, email }: StoredMessage,
  draft: AnswerDraft,
  { path, cancel, view }: { path: string; cancel: string; view: Html },
): Html {
  const field = {
    id: answerFieldId(id),
    name: 'text',
    label: `Your answer to ${name}`,
    hint: `It goes to ${email}, with the message below it.`,
    message: draft.message,
    longest: LONGEST_ANSWER,
    attributes: html`rows="8"`,
  };
  const summary = draft.message && {
    fields: [{ controlId: field.id, message: draft.message }],
  };
  return html`<form class="form admin-correction" method="post" action="${path}/${id}/answer" novalidate>
${summary && renderErrorSummary(field.id, summary)}
${view}<input type="hidden" name="answerId" value="${draft.answerId}">
${renderTextarea(field, draft.text)}
<div class="actions"><button class="button" type="submit">Send the answer</button><a class="button quiet" href="${cancel}">Cancel</a></div>
</form>`;
}
