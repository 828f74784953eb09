import { type Context, Hono } from 'hono';
import { type AnalyticsEvent, analyticsEventSchema } from '#domain/schemas/analytics-event.ts';
import { sendProblem } from '../http/http-errors.ts';
import { mediaType, readText, validate } from '../http/request-body.ts';
import { type Result, refuse } from '../http/result.ts';
import type { Shop } from '../shop.ts';
import { countEvent } from '../site/event-repository.ts';

const BODY_LIMIT_BYTES = 2048;

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
    const event = parseEvent(text.value);
    if (!event.ok) return sendProblem(c, event.problem);
    if (!asksNotToBeTracked(c)) await countEvent(db, event.value, clock());
    return c.body(null, 204);
  });
}

function asksNotToBeTracked(c: Context): boolean {
  return c.req.header('DNT') === '1' || c.req.header('Sec-GPC') === '1';
}

function parseEvent(text: string): Result<AnalyticsEvent> {
  try {
    return validate(analyticsEventSchema, JSON.parse(text));
  } catch {
    return refuse({ code: 'malformed_body' });
  }
}
