import { type Kysely, sql } from 'kysely';

/**
 * The editor's drafts, and every published state of the content folder. Files are kept by their hash, so that a version
 * costs only what it changed. With the database they are in each backup.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE content_blobs (
      hash TEXT PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT`.execute(db);
  await sql`
    CREATE TABLE content_drafts (
      file TEXT PRIMARY KEY,
      base_hash TEXT REFERENCES content_blobs (hash),
      hash TEXT REFERENCES content_blobs (hash),
      person TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`
    CREATE TABLE content_versions (
      id INTEGER PRIMARY KEY,
      files TEXT NOT NULL,
      changes TEXT NOT NULL,
      person TEXT,
      made_at TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('publishing', 'published', 'failed')),
      failure TEXT
    ) STRICT`.execute(db);
  await sql`CREATE UNIQUE INDEX content_versions_publishing ON content_versions (state) WHERE state = 'publishing'`.execute(
    db,
  );
}
