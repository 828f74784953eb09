import { type Kysely, sql } from 'kysely';

/**
 * The people who sign in. The one password becomes the owner's. Its old row stays, because the previous version reads
 * it for some more seconds. Sessions that version starts have no person and belong to the owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE people (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      role TEXT NOT NULL CHECK (role IN ('owner', 'packer')),
      password_hash TEXT
    ) STRICT`.execute(db);
  await sql`
    INSERT INTO people (id, name, name_key, role, password_hash)
    VALUES ('owner', 'Owner', 'owner', 'owner', (SELECT value FROM settings WHERE name = 'admin_password_hash'))
  `.execute(db);
  await sql`
    CREATE TABLE invitations (
      key_hash TEXT PRIMARY KEY,
      person_id TEXT NOT NULL UNIQUE REFERENCES people (id) ON DELETE CASCADE,
      ends_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`
    CREATE TABLE passkeys (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      site TEXT NOT NULL,
      public_key TEXT NOT NULL,
      counter INTEGER NOT NULL,
      transports TEXT NOT NULL,
      created_at TEXT NOT NULL,
      last_used_at TEXT
    ) STRICT`.execute(db);
  await sql`CREATE INDEX passkeys_by_person ON passkeys (person_id)`.execute(db);
  await sql`ALTER TABLE admin_sessions ADD COLUMN person_id TEXT NOT NULL DEFAULT 'owner'`.execute(db);
  await sql`ALTER TABLE order_events ADD COLUMN person TEXT`.execute(db);
}
