import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { londonDay } from '#domain/dates.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { contentAside } from '../content/content-aside.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { sendContentPage } from '../content/content-page.ts';
import { PUBLISH_PATH } from '../content/content-paths.ts';
import type { MadePlan } from '../content/content-work.ts';
import { renderSeason } from '../content/pages/season-page.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';
import { withContent } from './content.ts';

const REFUSAL =
  'Nothing was written: something has changed since you opened this page. These are its days now.';

/** Mounted at `/admin/content/season`: the days of the next season, as drafts. For owners. */
export function createSeasonRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/', (c) =>
      withContent(c, shop, (content) => send(c, shop, content, c.req.query('year'), null, 200)),
    )
    .post('/', (c) =>
      withContent(c, shop, async (content) => {
        const { draft } = content;
        const body = await readForm(c);
        if (!body.ok) return sendProblem(c, body.problem);
        const { year, digest } = body.value;
        const { plan, digest: now } = await makePlan(shop, content, year);
        if (typeof plan === 'string' || digest !== now) return send(c, shop, content, year, REFUSAL, 409);
        for (const [file, source] of Object.entries(plan.sources)) {
          const saved = await draft.saveFile({
            file,
            bytes: Buffer.from(source),
            seen: (await draft.readFile(file))?.hash ?? null,
            person: c.var.person,
          });
          if (!saved.ok) return send(c, shop, content, year, REFUSAL, 409);
        }
        return c.redirect(PUBLISH_PATH, 303);
      }),
    );
}

/** @param asked as typed; the coming season without it */
function makePlan(
  { clock }: RouteContext,
  { draft }: ContentEditing,
  asked: string | undefined,
): Promise<MadePlan> {
  return draft.withFolder((folder) => contentAside.plan(folder, asked, londonDay(clock())));
}

async function send(
  c: Context,
  shop: RouteContext,
  content: ContentEditing,
  asked: string | undefined,
  refusal: string | null,
  status: ContentfulStatusCode,
): Promise<Response> {
  const made = await makePlan(shop, content, asked);
  const markup = renderSeason({ ...made, refusal });
  return sendContentPage(c, shop, {
    title: refusal === null ? `Season ${made.year}` : 'Error',
    markup,
    status,
  });
}
