import { type Kysely, sql } from 'kysely';

/** The columns whose words an order is found by. */
const SEARCHED = `order_number, tracking_number, customer_name, customer_email, customer_phone, recipient_name,
  shipping_address, shipping_city, shipping_postcode, gift_message, special_instructions,
  internal_note`;

/** The recipient and message of a gift, and the farm's own note on an order, which is searched as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['order_attempts', 'orders']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN recipient_name TEXT`.execute(db);
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN gift_message TEXT`.execute(db);
  }
  await sql`ALTER TABLE orders ADD COLUMN internal_note TEXT`.execute(db);
  await sql`DROP TRIGGER order_search_changed`.execute(db);
  await sql`
    CREATE TRIGGER order_search_changed AFTER UPDATE OF ${sql.raw(SEARCHED)} ON orders BEGIN
      UPDATE order_search SET words = NULL WHERE order_id = NEW.id;
    END`.execute(db);
}
