import { countOf } from '#domain/count.ts';
import '../../process/private-umask.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runProgram, sayCommand } from '#commands';
import { readDataPlaces } from '../../config.ts';
import { findRefusal, movedFile } from '../../db/open-shop.ts';
import { restoreBackup } from '../backup/restore-backup.ts';

const ON_POSTGRES = 'The database is on Postgres (DATABASE_URL): restore it there, with pg_restore or psql.';

await runProgram(
  'restore',
  ({ words: [file] }) => {
    const { contentDir, dataDir, databaseUrl } = readDataPlaces();
    if (databaseUrl !== undefined) throw new Error(ON_POSTGRES);
    const refusal = findRefusal({ dataDir });
    if (refusal !== undefined)
      throw new Error(`${refusal} To go on with a backup all the same, delete ${movedFile(dataDir)}.`);
    const { counts, replacedFile } = restoreBackup(resolve(file), dataDir, new Date());
    console.log(`Restored: ${countOf(counts.orders, 'order')}, ${countOf(counts.messages, 'message')}.`);
    if (replacedFile !== null) console.log(`The previous database is kept as ${replacedFile}.`);
    // A server that only serves the built site has no content to put back.
    if (existsSync(contentDir))
      console.log(`It has the content of that time too: ${sayCommand('content:undo', '--list')}`);
  },
  'Nothing was restored. ',
);
