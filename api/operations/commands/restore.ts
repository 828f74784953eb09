import '../../process/private-umask.ts';
import { resolve } from 'node:path';
import { readFolders } from '../../config.ts';
import { restoreBackup } from '../backup/restore-backup.ts';

const USAGE = `Replaces the database with a backup. Stop the service first.

  npm run restore -- data/backups/farm-2026-12-01T03-00-00.000Z.db`;

const [file, ...more] = process.argv.slice(2);
if (file === undefined || file.startsWith('-') || more.length > 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  try {
    const { dataDir, databaseUrl } = readFolders();
    if (databaseUrl !== undefined)
      throw new Error(
        'The database is on Postgres (DATABASE_URL): restore it there, with pg_restore or psql.',
      );
    const { counts, replacedFile } = restoreBackup(resolve(file), dataDir, new Date());
    console.log(`Restored: ${counts.orders} orders, ${counts.messages} messages.`);
    if (replacedFile !== null) console.log(`The previous database is kept as ${replacedFile}.`);
    console.log('It has the content of that time too: npm run content:undo -- --list');
  } catch (error) {
    console.error(`Nothing was restored. ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
