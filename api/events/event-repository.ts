import type { Kysely } from 'kysely';
import type { AnalyticsEvent } from '#domain/schemas/analytics-event.ts';
import type { Database } from '../db/schema.ts';

export async function insertEvent(db: Kysely<Database>, event: AnalyticsEvent, now: Date): Promise<void> {
  const { kind, path, category = null, label = null, value = null, region } = event;
  await db
    .insertInto('analytics_events')
    .values({ kind, path, category, label, value, region, created_at: now.toISOString() })
    .execute();
}
