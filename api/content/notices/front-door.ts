import { COLLECTIONS } from '#content/reader/collections.ts';
import { listCurrent } from '#domain/content/notices.ts';
import type { DayTimes } from '#domain/content/opening-hours.ts';
import { countInWords } from '#domain/count.ts';
import { formatDay, formatDays, type IsoDay } from '#domain/dates.ts';
import { PAGES } from '#domain/pages.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { type Html, html } from '#forms/html.ts';
import type { Door } from '../../office/today.ts';
import { PUBLISH_PATH, SEASON_PATH } from '../files/content-paths.ts';
import {
  describeHours,
  type FilledForm,
  type NoticeKind,
  renderChange,
  renderNewNotices,
  renderSeen,
} from './notice-forms.ts';

export interface ContentDoor {
  /** What is drafted, and what is being built of it or was today. */
  readonly waiting: { readonly drafts: LinkGroup['links']; readonly job: Html | null };
  /** If every season is over: its last day, and the year to move everything to. */
  readonly over: { readonly last: IsoDay; readonly next: number } | null;
  readonly notices: readonly Notice[];
  /** The hours that search engines are told of today, whatever the notices say. */
  readonly usual: DayTimes;
  readonly links: readonly LinkGroup[];
  /** The form that was sent, if it has to be corrected: a new notice's, or that of the notice with this id. */
  readonly sent: (FilledForm & { readonly form: NoticeKind | { readonly id: string } }) | null;
}

export interface LinkGroup {
  readonly label: string;
  readonly links: readonly { readonly label: string; readonly about?: Html; readonly href: string }[];
}

/** What is changed most, by the files that have it. */
export const FRONT_FILES: readonly { label: string; files: string; more?: LinkGroup['links'] }[] = [
  { label: 'Prices', files: COLLECTIONS.prices.files },
  { label: 'Opening hours', files: COLLECTIONS.hours.files },
  {
    label: 'Delivery weeks',
    files: COLLECTIONS.shop.files,
    more: [{ label: 'The next season', href: SEASON_PATH }],
  },
  { label: 'Questions', files: COLLECTIONS.faq.files },
];

/** What is told to visitors today and what waits to be published, and then what is changed most. */
export function renderFrontDoor(
  { waiting, over, notices, usual, links, sent }: ContentDoor,
  today: IsoDay,
): Door {
  const isNew = sent !== null && typeof sent.form === 'string';
  const current = listCurrent(notices, today);
  const news = html`${waiting.job}
${waiting.drafts.length > 0 && renderDrafts(waiting.drafts)}
${
  over &&
  html`<div class="callout"><p><strong>The season is over:</strong> its last day was ${formatDay(over.last, 'full')}. Move its days and delivery weeks before you enter anything for the next one.</p>
<a class="button" href="${SEASON_PATH}?year=${over.next}">Move everything to the ${over.next} season</a></div>`
}
<section aria-labelledby="tell"><h2 id="tell">Tell visitors</h2>
${renderNewNotices(today, usual, isNew ? { ...sent, kind: sent.form as NoticeKind } : undefined)}
${current.map((notice) => {
  const isSent = sent !== null && typeof sent.form === 'object' && sent.form.id === notice.id;
  return renderNotice(notice, today, isSent ? sent : undefined);
})}</section>`;
  const more = html`<section aria-labelledby="change"><h2 id="change">Change</h2>
<ul class="cards plain">
${links.map(renderGroup)}
<li class="rest"><a href="${PAGES['admin/content'].path}">Everything else</a></li>
</ul></section>`;
  return { news, more };
}

/** As many as somebody reads at a glance. */
const MOST_DRAFTS = 3;

function renderDrafts(drafts: LinkGroup['links']): Html {
  const count = countInWords(drafts.length);
  const [what, them] = drafts.length === 1 ? ['change waits', 'it'] : ['changes wait', 'them'];
  const more = drafts.length - MOST_DRAFTS;
  return html`<section class="callout" aria-labelledby="drafts"><h2 id="drafts">${count.charAt(0).toUpperCase() + count.slice(1)} ${what} to be published</h2>
<ul class="links plain">${drafts.slice(0, MOST_DRAFTS).map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
${more > 0 && html`<li>and ${countInWords(more)} more</li>`}</ul>
<a class="button" href="${PUBLISH_PATH}">Look at ${them} and publish</a></section>`;
}

function renderNotice(notice: Notice, today: IsoDay, sent: FilledForm | undefined): Html {
  const { id, text, from, to, shownFrom = from } = notice;
  const hours = describeHours(notice);
  const state = shownFrom > today ? `Shown from ${formatDay(shownFrom, 'full')}` : 'On every page now';
  return html`<article class="panel" id="${id}" aria-labelledby="words-${id}">
<h3 id="words-${id}">${text}</h3>
<p>${formatDays(from, to, 'full')}. <strong>${hours && `${hours}. `}${state}.</strong></p>
<form method="post" action="/admin/notices/${id}/down">${renderSeen(notice)}<button class="button quiet" type="submit">Take it down<span class="visually-hidden">: ${text}</span></button></form>
${renderChange(notice, sent)}
</article>`;
}

function renderGroup({ label, links }: LinkGroup): Html {
  const [only, ...others] = links;
  if (only !== undefined && others.length === 0) return html`<li><a href="${only.href}">${label}</a></li>`;
  return html`<li><details name="front-files"><summary>${label}</summary><ul class="lined plain">
${links.map(({ label: name, about, href }) => html`<li><a class="tap" href="${href}">${name}</a>${about && html`<span class="hint sentence">${about}</span>`}</li>`)}
</ul></details></li>`;
}
