import { type Kysely, sql } from 'kysely';

/** Finds the few orders with a problem of their label, for the count in the admin menu. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX orders_by_label_problem ON orders (id) WHERE label_problem IS NOT NULL`.execute(db);
}
