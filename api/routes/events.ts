import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { EVENT_KINDS, LONGEST_PATH, LONGEST_WORDS, REGION } from '#domain/analytics.ts';
import { type IsoDay, londonDay } from '#domain/dates.ts';
import type { Database } from '../db/schema.ts';
import { sendProblem } from '../http/http-errors.ts';
import { mediaType, parseObject, readText } from '../http/request-body.ts';
import type { Shop } from '../shop.ts';

const BODY_LIMIT_BYTES = 2048;

const words = z.string().trim().min(1).max(LONGEST_WORDS);

/** A page view, click or search (section 7), as a page reports it. It does not identify the visitor. */
const analyticsEventSchema = z.strictObject({
  kind: z.enum(EVENT_KINDS),
  /** Without the query, which may contain a name or an address. */
  path: z
    .string()
    .max(LONGEST_PATH)
    .regex(/^\/[^\s?#]*$/),
  category: words.optional(),
  label: words.optional(),
  value: z.union([words, z.number().transform(String)]).optional(),
  region: z.literal(REGION).default(REGION),
});

type AnalyticsEvent = z.output<typeof analyticsEventSchema>;

/**
 * `POST /api/events`: page views, clicks and searches, without cookies or IP addresses. Visitors whose browser asks not
 * to be tracked are not counted.
 */
export function createEventRoutes({ db, clock }: Pick<Shop, 'db' | 'clock'>): Hono {
  return new Hono().post('/', async (c) => {
    // `sendBeacon` sends a string as text/plain. Other types need a preflight request.
    if (!['application/json', 'text/plain'].includes(mediaType(c))) {
      return sendProblem(c, { code: 'unsupported_media_type' });
    }
    const text = await readText(c, BODY_LIMIT_BYTES);
    if (!text.ok) return sendProblem(c, text.problem);
    const event = parseObject(text.value, analyticsEventSchema);
    if (!event.ok) return sendProblem(c, event.problem);
    if (!asksNotToBeTracked(c)) await countEvent(db, event.value, clock());
    return c.body(null, 204);
  });
}

function asksNotToBeTracked(c: Context): boolean {
  return c.req.header('DNT') === '1' || c.req.header('Sec-GPC') === '1';
}

/** The most rows for one day, so that nobody can fill the disk. */
export const ROWS_A_DAY = 500;

/** The row, one for each kind, that counts everything beyond the limit. No page has this path: it has no slash. */
const OTHER = { path: 'other', category: '', label: 'other', value: '' };

/**
 * Counts an event on its day in Europe/London.
 * @param now when the event arrived
 */
async function countEvent(db: Kysely<Database>, event: AnalyticsEvent, now: Date): Promise<void> {
  const { kind, path, category = '', label = '', value = '', region } = event;
  const row = { day: londonDay(now), kind, path, category, label, value, region };
  await db.transaction().execute(async (trx) => {
    const isCounted = await trx
      .selectFrom('visitCounts')
      .select('count')
      .where((where) => where.and(row))
      .executeTakeFirst();
    const hasRoom =
      isCounted !== undefined || (await countRows(trx, row.day)) < ROWS_A_DAY - EVENT_KINDS.length;
    await trx
      .insertInto('visitCounts')
      .values({ ...row, ...(hasRoom ? {} : OTHER), count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'path', 'category', 'label', 'value', 'region'])
          .doUpdateSet(({ eb }) => ({ count: eb('visitCounts.count', '+', 1) })),
      )
      .execute();
  });
}

async function countRows(db: Kysely<Database>, day: IsoDay): Promise<number> {
  const { rows } = await db
    .selectFrom('visitCounts')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return rows;
}
