import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { jsonValues } from '../db/dialect/dialect.ts';
import type { ContentVersionsTable, Database } from '../db/schema.ts';
import type { ContentHashes } from './content-folder.ts';

/** More than a version a day for half a year. */
const KEPT_VERSIONS = 200;

/** A state of the whole content folder. */
export interface StoredVersion extends Omit<Selectable<ContentVersionsTable>, 'files' | 'changes'> {
  readonly files: ContentHashes;
  readonly changes: string[];
}

/** All versions, newest first. */
export async function listVersions(db: Kysely<Database>): Promise<StoredVersion[]> {
  return (await selectVersions(db).execute()).map(parse);
}

export async function findVersion(db: Kysely<Database>, id: number): Promise<StoredVersion | undefined> {
  return readOne(selectVersions(db).where('id', '=', id));
}

/** The newest state that the folder was in, or is being brought to. */
export async function findNewestVersion(db: Kysely<Database>): Promise<StoredVersion | undefined> {
  return readOne(selectVersions(db).where('state', '!=', 'failed'));
}

/** The state that a version was made from. */
export async function findVersionBefore(
  db: Kysely<Database>,
  id: number,
): Promise<StoredVersion | undefined> {
  return readOne(selectVersions(db).where('state', '=', 'published').where('id', '<', id));
}

export async function findPublishingVersion(db: Kysely<Database>): Promise<StoredVersion | undefined> {
  return readOne(selectVersions(db).where('state', '=', 'publishing'));
}

/**
 * Keeps a version whose files are kept already. The oldest versions beyond the limit go, and with them what only they
 * had.
 * @returns undefined, without having kept it, if one of its files is not kept (any longer)
 */
export async function addVersion(
  trx: Transaction<Database>,
  { files, changes, ...version }: Omit<StoredVersion, 'id' | 'failure'>,
): Promise<number | undefined> {
  const hashes = Object.values(files);
  if ((await findKeptHashes(trx, hashes)).size < new Set(hashes).size) return undefined;
  const { id } = await trx
    .insertInto('contentVersions')
    .values({ ...version, files: JSON.stringify(files), changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await removeOldVersions(trx);
  return id;
}

/** Ends a version that was being published. */
export async function settleVersion(
  db: Kysely<Database>,
  id: number,
  outcome: { readonly state: 'published' | 'failed'; readonly failure: string | null },
): Promise<void> {
  await db.updateTable('contentVersions').set(outcome).where('id', '=', id).execute();
}

/** Those of some hashes whose bytes are kept. */
export async function findKeptHashes(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('contentBlobs').select('hash').where('hash', 'in', hashes).execute();
  return new Set(rows.map(({ hash }) => hash));
}

async function removeOldVersions(trx: Transaction<Database>): Promise<void> {
  await trx
    .deleteFrom('contentVersions')
    .where('id', 'not in', (query) =>
      query.selectFrom('contentVersions').select('id').orderBy('id', 'desc').limit(KEPT_VERSIONS),
    )
    .execute();
  await sql`
    DELETE FROM content_blobs WHERE hash NOT IN (
      SELECT value FROM content_versions, ${jsonValues(sql`content_versions.files`)} AS files
      UNION SELECT hash FROM content_drafts WHERE hash IS NOT NULL
      UNION SELECT base_hash FROM content_drafts WHERE base_hash IS NOT NULL
    )`.execute(trx);
}

function selectVersions(db: Kysely<Database>) {
  return db.selectFrom('contentVersions').selectAll().orderBy('id', 'desc');
}

async function readOne(query: ReturnType<typeof selectVersions>): Promise<StoredVersion | undefined> {
  const row = await query.limit(1).executeTakeFirst();
  return row && parse(row);
}

function parse({ files, changes, ...row }: Selectable<ContentVersionsTable>): StoredVersion {
  return { ...row, files: JSON.parse(files), changes: JSON.parse(changes) };
}
