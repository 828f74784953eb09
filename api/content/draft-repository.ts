import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ContentDraftsTable, Database } from '../db/schema.ts';

export type DraftRow = Selectable<ContentDraftsTable>;

/** All drafts, by file. */
export function listDraftRows(db: Kysely<Database>): Promise<DraftRow[]> {
  return db.selectFrom('contentDrafts').selectAll().orderBy('file').execute();
}

export function findDraftRow(db: Kysely<Database>, file: string): Promise<DraftRow | undefined> {
  return db.selectFrom('contentDrafts').selectAll().where('file', '=', file).executeTakeFirst();
}

export async function replaceDraftRow(trx: Transaction<Database>, row: DraftRow): Promise<void> {
  const { file: _, ...changes } = row;
  await trx
    .insertInto('contentDrafts')
    .values(row)
    .onConflict((conflict) => conflict.column('file').doUpdateSet(changes))
    .execute();
}

/** @param file all of them if it is undefined */
export async function deleteDraftRows(db: Kysely<Database>, file?: string): Promise<void> {
  await db
    .deleteFrom('contentDrafts')
    .$if(file !== undefined, (query) => query.where('file', '=', file as string))
    .execute();
}

/** Keeps bytes; those that are kept already are not written again. */
export async function keepBlob(db: Kysely<Database>, hash: string, bytes: Uint8Array): Promise<void> {
  await db
    .insertInto('contentBlobs')
    .values({ hash, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The kept bytes of some hashes. */
export async function findBlobs(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.selectFrom('contentBlobs').selectAll().where('hash', 'in', hashes).execute();
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
}
