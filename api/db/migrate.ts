import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as initial from './migrations/001-initial.ts';
import * as fulfilment from './migrations/002-fulfilment.ts';
import * as messages from './migrations/003-messages.ts';
import * as labels from './migrations/004-labels.ts';
import * as watchedJobs from './migrations/005-watched-jobs.ts';
import * as visitCounts from './migrations/006-visit-counts.ts';
import * as payments from './migrations/007-payments.ts';
import * as sentOrders from './migrations/008-sent-orders.ts';
import * as people from './migrations/009-people.ts';
import * as orderFlags from './migrations/010-order-flags.ts';
import * as messageThreads from './migrations/012-message-threads.ts';
import * as needsLook from './migrations/013-needs-look.ts';
import * as parcels from './migrations/014-parcels.ts';
import * as telephone from './migrations/015-telephone.ts';
import * as weekJobs from './migrations/016-week-jobs.ts';
import * as gifts from './migrations/017-gifts.ts';
import * as goodwill from './migrations/018-goodwill.ts';
import * as content from './migrations/019-content.ts';
import * as postgres from './migrations/020-postgres.ts';

/** The migrations of SQLite alone. Listed here, so that none can be missing from a deployment unnoticed. */
const SQLITE: Record<string, Migration> = {
  '001-initial': initial,
  '002-fulfilment': fulfilment,
  '003-messages': messages,
  '004-labels': labels,
  '005-watched-jobs': watchedJobs,
  '006-visit-counts': visitCounts,
  '007-payments': payments,
  '008-sent-orders': sentOrders,
  '009-people': people,
  '010-order-flags': orderFlags,
  '012-message-threads': messageThreads,
  '013-needs-look': needsLook,
  '014-parcels': parcels,
  '015-telephone': telephone,
  '016-week-jobs': weekJobs,
  '017-gifts': gifts,
  '018-goodwill': goodwill,
  '019-content': content,
};

/** Those of both, in order. Each is written once, in SQL that both understand or with words of `dialect.ts`. */
const BOTH: Record<string, Migration> = {};

const MIGRATIONS = {
  sqlite: { ...SQLITE, ...BOTH },
  /** Begins with the tables as SQLite's own migrations leave them. */
  postgres: { '019-content': postgres, ...BOTH },
};

/**
 * Brings the tables up to date, in one transaction. The previous version keeps using them for some seconds (see
 * `supervisor.ts`), so what it reads and writes may only be removed a version later.
 * @throws Error if the database has changes that this version does not know, or if a migration fails
 */
// biome-ignore lint/suspicious/noExplicitAny: Migrations know no tables; Kysely's own type for that is any.
export async function migrate(plugged: Kysely<any>, engine: keyof typeof MIGRATIONS): Promise<void> {
  const db = plugged.withoutPlugins();
  const migrations: Record<string, Migration> = MIGRATIONS[engine];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  await refuseNewerDatabase(db, migrations);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

// biome-ignore lint/suspicious/noExplicitAny: As above.
async function refuseNewerDatabase(db: Kysely<any>, known: Record<string, Migration>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const applied = await db.selectFrom('kysely_migration').select('name').execute();
  const unknown = applied.map(({ name }) => String(name)).filter((name) => !(name in known));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was changed by a newer version of this program (${unknown.join(', ')}). ` +
      'Start that version, or restore a backup from before the change.',
  );
}
