import type { ContentValues } from '#content/reader/read-files.ts';
import { type Change, nameChanges, type Plan, type Remark } from '#content/season/plan-season.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH, SEASON_PATH } from '../content-paths.ts';
import { nameFieldOf } from './field-names.ts';
import { linkToFile, nameFile } from './file-names.ts';

export interface SeasonPage {
  readonly year: number;
  /** A sentence if there is nothing to plan. */
  readonly plan: Plan | string;
  /** Says which plan a person has seen. */
  readonly digest: string;
  readonly values: ContentValues;
  readonly refusal: string | null;
}

/** Every day of the content, and what it would be in another season. */
export function renderSeason(page: SeasonPage): Html {
  const { year, plan, refusal } = page;
  return html`<p><a class="content-link" href="${CONTENT_PATH}">Back to all content</a></p>
<h2>Another season</h2>
${refusal !== null && html`<p class="callout trouble" role="alert">${refusal}</p>`}
<form class="form content-year" method="get" action="${SEASON_PATH}"><div class="field"><label for="year">Season of</label>
<input class="short" id="year" name="year" inputmode="numeric" value="${year}"></div>
<button class="button quiet" type="submit">Show its days</button></form>
${typeof plan === 'string' ? html`<p class="callout">${plan}</p>` : renderPlan(plan, page)}`;
}

function renderPlan({ changes, remarks }: Plan, { year, digest, values }: SeasonPage): Html {
  const files = [...new Set(changes.map(({ file }) => file))];
  return html`<p>Every day moves to the same weekday, and feasts such as Boxing Day stay on their date. Nothing is public before you publish it.</p>
${files.map(
  (
    file,
  ) => html`<section class="panel" aria-labelledby="${toId(file)}"><h3 id="${toId(file)}">${nameFile(file, values)}</h3>
<table class="content-days"><caption class="visually-hidden">Days of ${nameFile(file, values)}</caption><thead><tr><th scope="col">What</th><th scope="col">Until now</th><th scope="col">New</th></tr></thead>
<tbody>${changes.filter((change) => change.file === file).map((change) => renderChange(change, values))}</tbody></table></section>`,
)}
${remarks.length > 0 && renderRemarks(remarks, values)}
<form class="form" method="post" action="${SEASON_PATH}"><input type="hidden" name="year" value="${year}"><input type="hidden" name="digest" value="${digest}">
<button class="button" type="submit">Write ${nameChanges(changes)}</button></form>`;
}

function renderChange({ file, field, text, to }: Change, values: ContentValues): Html {
  return html`<tr><th scope="row">${nameDay(file, field, values, showDay(text))}</th><td><span class="visually-hidden">until now: </span>${showDay(text)}</td><td><span class="visually-hidden">new: </span>${showDay(to)}</td></tr>`;
}

/** Without the name of the week, if that is its old day. */
function nameDay(file: string, field: string, values: ContentValues, old: string): string {
  return nameFieldOf(file, field, values).replace(`${old}, `, '');
}

function showDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : formatDay(day, 'full');
}

function renderRemarks(remarks: readonly Remark[], values: ContentValues): Html {
  return html`<section class="panel" aria-labelledby="remarks"><h3 id="remarks">Please look at these yourself</h3>
<p>They stay as they are: nobody but you knows what they should say.</p>
<ul class="content-drafts plain">${remarks.map(
    ({ file, field, words }) =>
      html`<li><p><a href="${linkToFile(file)}"><strong>${nameFile(file, values)}</strong></a>${field !== '' && html`, ${nameFieldOf(file, field, values)}`}: ${words}</p></li>`,
  )}</ul></section>`;
}

function toId(file: string): string {
  return `of-${file.replaceAll(/\W/g, '-')}`;
}
