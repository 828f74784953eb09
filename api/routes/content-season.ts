import { type Context, Hono } from 'hono';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { type Change, nameChanges, type Plan, type Remark } from '#content/season/plan-season.ts';
import { formatDay, londonDay, parseDay } from '#domain/dates.ts';
import { type Html, html } from '#forms/html.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, PUBLISH_PATH, SEASON_PATH } from '../content/files/content-paths.ts';
import { linkToFile, nameFile } from '../content/files/file-names.ts';
import { sayField } from '../content/forms/form-words.ts';
import { contentAside } from '../content/publish/content-aside.ts';
import type { MadePlan } from '../content/publish/content-work.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';

interface SeasonPage extends MadePlan {
  readonly refusal: string | null;
}

function renderSeason(page: SeasonPage): Html {
  const { year, plan, refusal } = page;
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${refusal !== null && html`<p class="callout trouble" role="alert">${refusal}</p>`}
<form class="form search" method="get" action="${SEASON_PATH}"><div class="field"><label for="year">Season of</label>
<input class="short" id="year" name="year" inputmode="numeric" value="${year}"></div>
<button class="button quiet" type="submit">Show its days</button></form>
${typeof plan === 'string' ? html`<p class="callout">${plan}</p>` : renderPlan(plan, page)}`;
}

function renderPlan({ changes, remarks }: Plan, { year, digest, values }: SeasonPage): Html {
  const files = [...new Set(changes.map(({ file }) => file))];
  return html`<p>Each day keeps its weekday, and Christmas Eve stays the 24th. Visitors see nothing of it until you publish.</p>
<div class="cards widest">${files.map(
    (
      file,
    ) => html`<section class="panel" aria-labelledby="${toId(file)}"><h2 id="${toId(file)}">${nameFile(file, values)}</h2>
<table class="stacks"><caption class="visually-hidden">Days of ${nameFile(file, values)}</caption><thead><tr><th scope="col">What</th><th scope="col">Now</th><th scope="col">In ${year}</th></tr></thead>
<tbody>${changes.filter((change) => change.file === file).map((change) => renderChange(change, year, values))}</tbody></table></section>`,
  )}</div>
${remarks.length > 0 && renderRemarks(remarks, values)}
<form class="form" method="post" action="${SEASON_PATH}"><input type="hidden" name="year" value="${year}"><input type="hidden" name="digest" value="${digest}">
<button class="button" type="submit">Save ${nameChanges(changes)} as a draft</button></form>`;
}

function renderChange({ file, path, text, to }: Change, year: number, values: ContentValues): Html {
  return html`<tr><th scope="row"><span class="one">${path[0] === 'weeks' ? `Week ${Number(path[1]) + 1}` : sayField(file, path, values)}</span></th><td data-label="Now">${showDay(text)}</td><td data-label="In ${year}"><strong>${showDay(to)}</strong></td></tr>`;
}

function showDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : formatDay(day, 'weekday');
}

function renderRemarks(remarks: readonly Remark[], values: ContentValues): Html {
  return html`<section class="panel" aria-labelledby="remarks"><h2 id="remarks">Please look at these yourself</h2>
<p>They stay as they are: nobody but you knows what they should say.</p>
<ul class="lined plain">${remarks.map(
    ({ file, path, words }) =>
      html`<li><p><a href="${linkToFile(file)}"><strong>${nameFile(file, values)}</strong></a>${path.length > 0 && html`, ${sayField(file, path, values)}`}: ${words}</p></li>`,
  )}</ul></section>`;
}

function toId(file: string): string {
  return `of-${file.replaceAll(/\W/g, '-')}`;
}

const REFUSAL =
  'Nothing was written: something has changed since you opened this page. These are its days now.';

/** Mounted at `/admin/content/season`: the days of the next season, as drafts. */
export function createSeasonRoutes(shop: RouteContext): Hono {
  /** @param asked as typed; the coming season without it */
  const makePlan = (c: Context, asked: string | undefined) =>
    c.var.content.draft.withFolder((folder) => contentAside.plan(folder, asked, londonDay(shop.clock())));
  const send = async (c: Context, asked: string | undefined, refusal: string | null) => {
    const made = await makePlan(c, asked);
    const markup = renderSeason({ ...made, refusal });
    return sendContentPage(c, shop, {
      heading: 'The next season',
      title: refusal === null ? undefined : 'Error',
      markup,
      status: refusal === null ? 200 : 409,
    });
  };
  return new Hono()
    .get('/', (c) => send(c, c.req.query('year'), null))
    .post('/', async (c) => {
      const { draft } = c.var.content;
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const { year, digest } = body.value;
      const { plan, digest: now } = await makePlan(c, year);
      if (typeof plan === 'string' || digest !== now) return send(c, year, REFUSAL);
      for (const [file, source] of Object.entries(plan.sources)) {
        const seen = (await draft.readFile(file))?.hash ?? null;
        const bytes = Buffer.from(source);
        const saved = await draft.saveFile({ file, bytes, seen, person: c.var.person });
        if (!saved.ok) return send(c, year, REFUSAL);
      }
      return c.redirect(PUBLISH_PATH, 303);
    });
}
