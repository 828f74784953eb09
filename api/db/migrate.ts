import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CannotStart } from '../config.ts';
import * as initial from './migrations/001-initial.ts';

/** In order, for both engines. Listed here, so that none can be missing from a deployment unnoticed. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-initial': initial,
};

/** What is done before the tables of a shop that has begun are changed. If it throws, they stay as they are. */
export type BeforeChange = () => unknown;

/**
 * Brings the tables up to date, in one transaction. On Postgres another machine's service may still be of the version
 * before, so what that reads and writes may only be removed a version later.
 * @throws Error if the database has changes that this version does not know, or if a migration or what comes before fails
 */
export async function migrate(
  // biome-ignore lint/suspicious/noExplicitAny: Migrations know no tables; Kysely's own type for that is any.
  plugged: Kysely<any>,
  migrations = MIGRATIONS,
  beforeChange?: BeforeChange,
): Promise<void> {
  const db = plugged.withoutPlugins();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await refuseNewerDatabase(db, migrations);
  const known = await migrator.getMigrations();
  const isChange = known.some(({ executedAt }) => executedAt) && known.some(({ executedAt }) => !executedAt);
  if (isChange) await beforeChange?.();
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

// biome-ignore lint/suspicious/noExplicitAny: As above.
async function refuseNewerDatabase(db: Kysely<any>, known: Record<string, Migration>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const applied = await db.selectFrom('kysely_migration').select('name').execute();
  const newer = findNewerChanges(
    applied.map(({ name }) => String(name)),
    known,
  );
  if (newer !== undefined) throw new CannotStart(newer);
}

/** Why a database with these changes is not for this version. Undefined if it is. */
export function findNewerChanges(applied: readonly string[], known = MIGRATIONS): string | undefined {
  const unknown = applied.filter((name) => !(name in known));
  return unknown.length === 0
    ? undefined
    : `The database was changed by a newer version of this program (${unknown.join(', ')}). Start that version, or restore a backup from before the change.`;
}
