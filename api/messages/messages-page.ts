import { toHref } from '#domain/links.ts';
import { PAGES } from '#domain/pages.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { renderErrorSummary, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { renderSearchForm } from '#forms/search-form.ts';
import type { OutboxMail } from '../mail/outbox-repository.ts';
import {
  MESSAGE_LISTS,
  MESSAGE_MARKS,
  type MessageList,
  type MessageMark,
  type StoredMessage,
  type ThreadAnswer,
} from './messages-repository.ts';

const PATH = PAGES['admin/messages'].path;

/** A page of a list. */
export interface MessagesView {
  readonly list: MessageList;
  readonly q: string;
  /** From 1, which has the newest. */
  readonly number: number;
}

export interface MessagesPage extends MessagesView {
  readonly counts: Readonly<Record<MessageList, number>>;
  readonly messages: readonly StoredMessage[];
  readonly hasNext: boolean;
  readonly mails: readonly OutboxMail[];
  readonly answers: readonly ThreadAnswer[];
  /** Only owners answer, because an answer is an e-mail in the farm's name. */
  readonly mayAnswer: boolean;
  readonly answerDraft: AnswerDraft | null;
  readonly done: { readonly action: MessageAction; readonly message: StoredMessage | undefined } | null;
}

export const MESSAGE_ACTIONS = [...MESSAGE_MARKS, 'answered'] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];

const LIST_NAMES = { new: 'New', all: 'All', spam: 'Spam' } as const;
const EMPTY = { new: 'No new messages', all: 'Nobody has written yet', spam: 'No spam' } as const;

/** For each mark its button, after 'Mark as', the message when it is done, and the mark that undoes it. */
const MARKS: Record<MessageMark, { button: string; done: string; back: MessageMark }> = {
  read: { button: 'read', done: 'is marked as read', back: 'unread' },
  unread: { button: 'not read', done: 'is marked as not read', back: 'read' },
  replied: { button: 'replied', done: 'is marked as replied', back: 'unreplied' },
  unreplied: { button: 'not replied', done: 'is marked as not replied', back: 'replied' },
  spam: { button: 'spam', done: 'is in the spam', back: 'not-spam' },
  'not-spam': { button: 'not spam', done: 'is no longer in the spam', back: 'spam' },
};

/** The start of the page's title: `3 new`. */
export function titleMessages({ list, q, counts, answerDraft }: MessagesPage): string {
  if (answerDraft?.message !== undefined) return 'Error';
  if (q !== '') return `${counts[list]} found`;
  return `${counts[list]} ${list === 'all' ? 'in all' : LIST_NAMES[list].toLowerCase()}`;
}

export function renderMessages(page: MessagesPage): Html {
  const { list, q, counts, messages, hasNext, number, done } = page;
  return html`${done !== null && renderDone(page, done)}
${renderSearch(page)}
<nav class="tabs" aria-label="Which messages"><ul class="links plain">${MESSAGE_LISTS.map(
    (each) =>
      html`<li><a href="${linkTo({ list: each, q, number: 1 })}"${each === list && html` aria-current="page"`}>${LIST_NAMES[each]} (${counts[each]})</a></li>`,
  )}</ul></nav>
<h2${q === '' && html` class="visually-hidden"`}>${{ new: 'New messages', all: 'All messages', spam: 'Spam' }[list]}${q !== '' && html` with ‘${q}’`}</h2>
${messages.length === 0 && renderEmptyList(...describeEmpty(page))}
${messages.map((message) => renderMessage(message, page))}
${(number > 1 || hasNext) && html`<nav class="actions" aria-label="More messages">${number > 1 && html`<a class="button quiet" href="${linkTo({ list, q, number: 1 })}">Newest messages</a>`}${hasNext && html`<a class="button quiet" href="${linkTo({ list, q, number: number + 1 })}">Older messages</a>`}</nav>`}`;
}

/** The URL of a page of a list. */
export function linkTo({ list, q, number }: MessagesView, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ show: list });
  if (q !== '') query.set('q', q);
  if (number > 1) query.set('page', String(number));
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `${PATH}?${query}`;
}

function renderSearch({ list, q }: MessagesView): Html {
  // New messages are few, and whoever is looked for has mostly been read.
  const searched = list === 'new' ? 'all' : list;
  return renderSearchForm({
    path: PATH,
    label: 'Search the messages',
    hint: 'Name, phone or words',
    typed: q,
    hidden: html`<input type="hidden" name="show" value="${searched}">`,
    all: linkTo({ list, q: '', number: 1 }),
  });
}

function describeEmpty({ list, q, number }: MessagesView): readonly [heading: string, text: string] {
  if (number > 1) return ['Nothing older', 'The list ends before this page.'];
  if (q !== '') return ['Nothing found here', 'Try fewer letters.'];
  const what =
    list === 'spam'
      ? 'looks like spam is put here and not sent on'
      : 'visitors write on the contact page comes here';
  return [EMPTY[list], `What ${what}.`];
}

function renderDone(view: MessagesView, { action, message }: NonNullable<MessagesPage['done']>): Html {
  if (!message) return html`<p class="callout trouble" role="status">This message is no longer here.</p>`;
  if (action === 'answered') {
    return html`<p class="callout" role="status">Your answer to ${message.name} is going out by e-mail.</p>`;
  }
  return html`<div class="callout" role="status"><p>The message from ${message.name} ${MARKS[action].done}.</p>
<form method="post" action="${PATH}/${message.id}">${renderView(view)}<button class="button quiet" type="submit" name="mark" value="${MARKS[action].back}">Undo</button></form></div>`;
}

function renderMessage(message: StoredMessage, page: MessagesPage): Html {
  const { id, name, email, phone, subject, contactPreference, createdAt } = message;
  const reply = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  const isAnswering = page.answerDraft?.messageId === id;
  return html`<article class="panel sides" id="message-${id}" aria-labelledby="subject-${id}">
<div class="stack"><h3 id="subject-${id}">${subject}</h3>
<p><strong>${name}</strong> would like an answer ${contactPreference === 'phone' ? 'by phone' : 'by e-mail'}. <span class="hint">${renderLondonTime(createdAt)}</span></p>
<div class="links"><a href="${reply}">${email}</a>${phone !== null && html`<a href="${toHref(`tel:${phone}`)}">${phone}</a>`}</div>
<blockquote class="words">${message.message}</blockquote>
${page.answers.filter(({ messageId }) => messageId === id).map((answer) => renderAnswer(answer, describeMail(findMailAbout(page, id, answer.id))))}
${isAnswering && renderAnswering(message, page)}</div>
<div class="stack">${!isAnswering && renderAnswering(message, page)}
${renderMarks(page, message)}
<ul class="plain hint">${listStates(message, findMailAbout(page, id)).map((state) => html`<li>${state}</li>`)}</ul></div>
</article>`;
}

function renderAnswering(message: StoredMessage, page: MessagesPage): Html | null {
  const { answerDraft, mayAnswer } = page;
  if (!mayAnswer || message.isSpam === 1) return null;
  if (answerDraft?.messageId === message.id) return renderAnswerForm(message, answerDraft, page);
  return html`<a class="button" href="${linkTo(page, { answer: message.id })}#${answerFieldId(message.id)}">Answer<span class="visually-hidden"> ${message.name}</span></a>`;
}

/** Each button sends its own mark, so it still does what it says in an outdated page. */
function renderMarks(view: MessagesView, { id, isSpam, readAt, repliedAt }: StoredMessage): Html {
  const marks: MessageMark[] =
    isSpam === 1
      ? ['not-spam']
      : [readAt === null ? 'read' : 'unread', repliedAt === null ? 'replied' : 'unreplied', 'spam'];
  return html`<form class="actions small" method="post" action="${PATH}/${id}">
${renderView(view)}Mark as
${marks.map((mark) => html`<button class="button quiet" type="submit" name="mark" value="${mark}" aria-label="Mark as ${MARKS[mark].button}">${MARKS[mark].button}</button>`)}
</form>`;
}

function renderView({ list, q, number }: MessagesView): Html {
  return html`<input type="hidden" name="show" value="${list}">${q !== '' && html`<input type="hidden" name="q" value="${q}">`}${number > 1 && html`<input type="hidden" name="page" value="${number}">`}`;
}

function listStates({ isSpam, spamReason, readAt, repliedAt }: StoredMessage, mail?: OutboxMail): Html[] {
  const states: Html[] = [];
  if (spamReason !== null) states.push(html`Looked like spam when it came: ${spamReason}.`);
  else if (isSpam === 1) states.push(html`Marked as spam here.`);
  if (readAt !== null) states.push(html`Read on ${renderLondonTime(readAt)}`);
  if (repliedAt !== null) states.push(html`Replied on ${renderLondonTime(repliedAt)}`);
  states.push(mail ? describeMail(mail) : html`We had no e-mail about this one.`);
  return states;
}

/** The mail about a message, or an answer to it. Undefined once it has been deleted. */
function findMailAbout({ mails }: MessagesPage, messageId: string, answerId?: string) {
  const kind = answerId === undefined ? 'contact_message' : 'message_answer';
  return mails.find((mail) => {
    const [about, answer] = mail.subjectId.split('/');
    return mail.kind === kind && about === messageId && (answerId ?? answer) === answer;
  });
}

function describeMail(mail: OutboxMail | undefined): Html {
  if (!mail) return html`Not mailed.`;
  const { id, state, sentAt, recipient } = mail;
  // The address goes with the mail's words (`privacy/retention.ts`).
  if (state === 'sent' && sentAt !== null)
    return html`Mailed${recipient !== '' && ` to ${recipient}`} on ${renderLondonTime(sentAt)}`;
  const there = html`<a href="${PAGES['admin/mails'].path}#mail-${id}">See the e-mail</a>`;
  return state === 'waiting'
    ? html`The e-mail to ${recipient} is waiting to be sent. ${there}`
    : html`<strong>The e-mail to ${recipient} couldn’t be sent.</strong> ${there}`;
}

export const LONGEST_ANSWER = 5000;

function answerFieldId(messageId: string): string {
  return `answer-${messageId}`;
}

interface AnswerDraft {
  readonly messageId: string;
  readonly answerId: string;
  readonly text: string;
  readonly message?: string | undefined;
}

function renderAnswer({ text, person, createdAt }: ThreadAnswer, mailState: Html): Html {
  return html`<div class="callout"><p><strong>${person}</strong> answered on ${renderLondonTime(createdAt)}</p>
<blockquote class="words">${text}</blockquote>
<p class="hint">${mailState}</p></div>`;
}

function renderAnswerForm({ id, name, email }: StoredMessage, draft: AnswerDraft, page: MessagesPage): Html {
  const field = {
    id: answerFieldId(id),
    name: 'text',
    label: `Your answer to ${name}`,
    hint: `It goes to ${email}, with the message below it.`,
    message: draft.message,
    longest: LONGEST_ANSWER,
    attributes: html`rows="8"`,
  };
  const summary = draft.message && { fields: [{ controlId: field.id, message: draft.message }] };
  return html`<form class="form" method="post" action="${PATH}/${id}/answer" novalidate>
${summary && renderErrorSummary(field.id, summary)}
${renderView(page)}<input type="hidden" name="answerId" value="${draft.answerId}">
${renderTextarea(field, draft.text)}
<div class="actions"><button class="button" type="submit">Send the answer</button><a class="button quiet" href="${linkTo(page)}#message-${id}">Cancel</a></div>
</form>`;
}
