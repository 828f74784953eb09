import { MAILS } from '#domain/mails.ts';
import { pathOfOrder } from '#domain/office.ts';
import { PAGES } from '#domain/pages.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { renderErrorSummary, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { explainFailure, quoteFailure } from './explain-failure.ts';
import type { OutboxMail } from './outbox-repository.ts';
import type { MailOutcome } from './send-again.ts';

const PATH = PAGES['admin/mails'].path;

export interface MailsPage {
  readonly failed: readonly OutboxMail[];
  readonly waiting: readonly OutboxMail[];
  /** Of all, which may be more. */
  readonly counts: Readonly<Record<'failed' | 'waiting', number>>;
  /** The orders that mails are about, by the first segment of `subjectId`. */
  readonly orders: ReadonlyMap<string, { orderNumber: string; customerEmail: string | null }>;
  readonly done: MailDone | null;
  readonly problem: MailProblem | null;
}

export type MailDone = Exclude<MailOutcome['done'], 'refused'>;

export interface MailProblem {
  readonly mailId: string;
  readonly typed: string;
  readonly correctsOrder: boolean;
  readonly message: string;
}

/** The message after an action. */
export const MAIL_DONE: Record<MailDone, string> = {
  retried: 'The e-mail is being sent again. Reload this page in a moment to see whether it went.',
  copied: 'The e-mail is being sent once more. Reload this page in a moment to see whether it went.',
  corrected: 'The e-mail is going to the other address. Reload this page in a moment to see whether it went.',
  order_corrected:
    'The e-mail is going to the other address, and the order now has that address too. Reload this page in a moment to see whether it went.',
  overtaken:
    'Nothing was sent: the e-mail has just gone out, or somebody else has sent it again. Here is how things are now.',
  gone: 'That e-mail is no longer here.',
  emptied: 'This e-mail is so old that its text has been deleted. It can no longer be sent.',
};
const HAPPY: readonly MailDone[] = ['retried', 'copied', 'corrected', 'order_corrected'];

/** The start of the page's title. */
export function titleMails({ counts: { failed, waiting }, problem }: MailsPage): string {
  if (problem) return 'Error';
  return failed + waiting === 0 ? 'All sent' : `${failed} failed, ${waiting} waiting`;
}

export function renderMails(page: MailsPage): Html {
  const { failed, waiting, done, problem } = page;
  return html`${done !== null && html`<p class="callout${HAPPY.includes(done) ? '' : ' trouble'}" role="status">${MAIL_DONE[done]}</p>`}
${problem && html`<h2 class="visually-hidden">Not sent</h2><div class="form">${renderErrorSummary('mails', { fields: [{ controlId: mailControlId(problem.mailId), message: problem.message }] })}</div>`}
${failed.length + waiting.length === 0 && renderEmptyList('Everything’s been sent', 'An e-mail that doesn’t arrive comes here, with the reason.')}
${renderUnsent('Undelivered', 'failed', page)}
${renderUnsent('Waiting', 'waiting', page)}`;
}

function renderUnsent(name: string, state: 'failed' | 'waiting', page: MailsPage): Html | null {
  const { [state]: mails, counts } = page;
  if (mails.length === 0) return null;
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${name} (${counts[state]})</h2>
${counts[state] > mails.length && html`<p>Here are the first ${mails.length}. The rest come up as these are sent.</p>`}
${mails.map((mail) => (state === 'failed' ? renderUnsentMail(mail, page) : renderWaiting(mail, page)))}</section>`;
}

/** One line, because most go by themselves. A link to the e-mail, or to its field, unfolds it. */
function renderWaiting(mail: OutboxMail, page: MailsPage): Html {
  const { id, subject, recipient, lastError, nextAttemptAt } = mail;
  return html`<details${page.problem?.mailId === id && html` open`}><summary>${subject}, to ${recipient}${lastError === null ? '' : html`: <strong>tries again ${renderLondonTime(nextAttemptAt)}</strong>`}</summary>${renderUnsentMail(mail, page)}</details>`;
}

function renderUnsentMail(mail: OutboxMail, page: MailsPage): Html {
  const { id, state, attempts, nextAttemptAt, lastError, createdAt, retriedAt } = mail;
  const path = `${PATH}/${id}`;
  const order = page.orders.get(mail.subjectId.split('/')[0] ?? '');
  return html`<article class="panel sides" id="mail-${id}" aria-labelledby="subject-${id}">
<div class="stack"><h3 id="subject-${id}">${mail.subject.split(/(BB-\S+)/).map((part, at) => (at % 2 === 1 ? html`<span class="one">${part}</span>` : part))}</h3>
${lastError !== null && html`<p><strong>${explainFailure(lastError)}</strong></p>`}
<dl class="pairs">
<div><dt>To</dt><dd>${mail.recipient}</dd></div>
<div><dt>About</dt><dd>${MAILS[mail.kind].name}${order && html`, <a href="${pathOfOrder(order.orderNumber)}">${order.orderNumber}</a>`}</dd></div>
</dl></div>
<div class="stack"><form class="actions" method="post" action="${path}">
<button class="button" type="submit" name="action" value="retry">Send again</button>
</form>
<details${page.problem?.mailId === id && html` open`}><summary>Another address, what went wrong</summary><div class="stack">
${renderMailCorrection(mail, path, order?.customerEmail, page.problem)}
${lastError !== null && html`<p class="hint">In technical words: ${quoteFailure(lastError)}</p>`}
<dl class="pairs">
<div><dt>Written</dt><dd>${renderLondonTime(createdAt)}</dd></div>
${retriedAt !== null && html`<div><dt>Last sent again</dt><dd>${renderLondonTime(retriedAt)}</dd></div>`}
<div><dt>Attempts</dt><dd>${attempts}</dd></div>
${state === 'waiting' && html`<div><dt>Next attempt</dt><dd>${renderLondonTime(nextAttemptAt)}</dd></div>`}
</dl></div></details></div>
</article>`;
}

/** Sends a copy to another address. @param orderAddress of the order that the mail is about */
export function renderMailCorrection(
  { id, recipient }: Pick<OutboxMail, 'id' | 'recipient'>,
  path: string,
  orderAddress: string | null | undefined,
  problem: MailProblem | null,
): Html {
  const mine = problem?.mailId === id ? problem : null;
  const isTicked = mine?.correctsOrder ?? true;
  return html`<form class="form" method="post" action="${path}" novalidate>
${renderInput({ id: mailControlId(id), name: 'address', label: 'Another address', longest: 254, attributes: html`type="email" autocomplete="off" spellcheck="false"`, message: mine?.message }, mine?.typed ?? '')}
${orderAddress === recipient && html`<label class="choice"><input type="checkbox" name="order" value="1"${isTicked && html` checked`}> Correct the address of the order as well</label>`}
<button class="button quiet" type="submit" name="action" value="correct">Send to another address</button>
</form>`;
}

export function mailControlId(mailId: string): string {
  return `address-${mailId}`;
}
