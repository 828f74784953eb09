import { LONGEST_NOTICE } from '#content/changes/date-warnings.ts';
import { formatDay, type IsoDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { renderErrorSummary, renderInput, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { versionOf } from './notice-book.ts';
import { NOTICE_FIELDS, type NoticeField, type NoticeKind, type NoticeMistakes } from './notice-entries.ts';

/** A form with what was typed into it, and what is wrong with that. */
export interface FilledForm {
  readonly typed: Partial<Record<NoticeField, string>>;
  readonly mistakes: NoticeMistakes;
  /** Above the fields, such as that somebody else was faster. */
  readonly problem?: string | undefined;
}

interface NoticeForm {
  /** Starts the ids of its controls. */
  readonly id: string;
  readonly action: string;
  readonly button: string;
  readonly filled: FilledForm | undefined;
}

const LABELS: Readonly<Record<NoticeKind, string>> = {
  closed: 'Closed today',
  late: 'Late opening',
  own: 'Own words',
};

/** The ways to begin a notice. Each opens its form: one tap to open it, one to show it. */
export function renderNewNotices(
  today: IsoDay,
  sent: (FilledForm & { readonly kind: NoticeKind }) | undefined,
): Html {
  const form = (kind: NoticeKind, fields: (form: NoticeForm) => Html) => {
    const filled = sent?.kind === kind ? sent : undefined;
    const button = kind === 'own' ? 'Show this notice' : 'Show it now';
    const action = `/admin/notices/new/${kind}`;
    return html`<details name="new-notice" class="door-notice"${filled !== undefined && html` open`}>
<summary class="button${kind === 'own' && html` quiet`}">${LABELS[kind]}</summary>
${fields({ id: kind, action, button, filled })}
</details>`;
  };
  return html`<div class="door-notices">
${form('closed', (each) => renderToday(each, today, 'Closed today', []))}
${form('late', (each) => renderToday(each, today, 'We open at 11am today', ['opens']))}
${form('own', (each) => renderOwnWords(each, { from: today, to: today, shownFrom: today }))}
</div>`;
}

/** The form of a notice that there is. */
export function renderChange(notice: Notice, filled: FilledForm | undefined): Html {
  const { id, text, from, to, shownFrom } = notice;
  return html`<details${filled !== undefined && html` open`}><summary>Change it<span class="visually-hidden">: ${text}</span></summary>
${renderOwnWords(
  { id: `change-${id}`, action: `/admin/notices/${id}/change`, button: 'Save', filled },
  { text, from, to, shownFrom: shownFrom ?? '' },
  renderSeen(notice),
)}</details>`;
}

/** The version that the page shows, so that a change of somebody else’s is not written over. */
export function renderSeen(notice: Notice): Html {
  return html`<input type="hidden" name="seen" value="${versionOf(notice)}">`;
}

type Fields = Partial<Record<NoticeField, string>>;

function renderToday(form: NoticeForm, today: IsoDay, start: string, more: readonly 'opens'[]): Html {
  const field = makeFields(form, { opens: '11:00' });
  return renderForm(
    form,
    html`<p>Today, ${formatDay(today, 'weekday')}: <strong>‘${start}.’</strong> With a reason: ‘${start}: snow on the lane.’</p>
${more.includes('opens') && renderInput({ ...field('opens', 'We open at'), attributes: html`type="time" class="short" required` }, field('opens').value)}
${renderInput({ ...field('reason', 'The reason, if you like'), attributes: html`autocomplete="off" enterkeyhint="done"` }, field('reason').value)}`,
  );
}

function renderOwnWords(form: NoticeForm, start: Fields, more?: Html): Html {
  const field = makeFields(form, start);
  const day = (name: NoticeField, label: string, hint?: string) => {
    const { value, ...rest } = field(name, label);
    return renderInput({ ...rest, hint, attributes: html`type="date" class="short"` }, value);
  };
  const { value, ...words } = field('text', 'What should visitors know?');
  return renderForm(
    form,
    html`${more}${renderTextarea({ ...words, hint: `The days are put in front of it. At most ${LONGEST_NOTICE} letters.`, attributes: html`rows="3"` }, value)}
<div class="door-days">
${day('from', 'First day')}
${day('to', 'Last day')}
${day('shownFrom', 'Shown from', 'Earlier, to announce it.')}
</div>`,
  );
}

function makeFields({ id, filled }: NoticeForm, start: Fields) {
  return (name: NoticeField, label = '') => ({
    id: `${id}-${name}`,
    name,
    label,
    message: filled?.mistakes[name],
    value: filled?.typed[name] ?? start[name] ?? '',
  });
}

function renderForm({ id, action, button, filled }: NoticeForm, fields: Html): Html {
  const mistakes = NOTICE_FIELDS.flatMap((name) => {
    const message = filled?.mistakes[name];
    return message === undefined ? [] : [{ controlId: `${id}-${name}`, message }];
  });
  const messages = filled?.problem === undefined ? [] : [filled.problem];
  return html`<form class="form form-frame" method="post" action="${action}" novalidate>
${renderErrorSummary(id, { messages, fields: mistakes })}
${fields}
<button class="button" type="submit">${button}</button>
</form>`;
}
