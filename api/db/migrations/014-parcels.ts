import { type Kysely, sql } from 'kysely';

/**
 * An order has parcels, each with its number. `orders.tracking_number` stays for the previous version, which keeps
 * running for some seconds; it is empty, and what that version still writes becomes the order's one parcel.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE parcels (
      order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      position INTEGER NOT NULL CHECK (position >= 1),
      tracking_number TEXT NOT NULL,
      boxes INTEGER NOT NULL CHECK (boxes >= 1),
      sent_at TEXT NOT NULL,
      PRIMARY KEY (order_id, position)
    ) STRICT`.execute(db);
  await sql`CREATE INDEX parcels_by_number ON parcels (tracking_number)`.execute(db);
  await sql`
    INSERT INTO parcels (order_id, position, tracking_number, boxes, sent_at)
    SELECT id, 1, tracking_number, quantity, coalesce(
      (SELECT max(created_at) FROM order_events WHERE order_id = orders.id AND kind = 'tracking'), updated_at)
    FROM orders WHERE tracking_number IS NOT NULL`.execute(db);
  await sql`UPDATE orders SET tracking_number = NULL WHERE tracking_number IS NOT NULL`.execute(db);
  await sql`
    CREATE TRIGGER parcels_of_updates AFTER UPDATE OF tracking_number ON orders BEGIN
      DELETE FROM parcels WHERE order_id = NEW.id;
      INSERT INTO parcels (order_id, position, tracking_number, boxes, sent_at)
        SELECT NEW.id, 1, NEW.tracking_number, NEW.quantity, NEW.updated_at WHERE NEW.tracking_number IS NOT NULL;
      UPDATE orders SET tracking_number = NULL WHERE id = NEW.id AND tracking_number IS NOT NULL;
    END`.execute(db);
  await sql`
    CREATE TRIGGER parcels_of_inserts AFTER INSERT ON orders WHEN NEW.tracking_number IS NOT NULL BEGIN
      UPDATE orders SET tracking_number = NEW.tracking_number WHERE id = NEW.id;
    END`.execute(db);
}
