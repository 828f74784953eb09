import '../../process/private-umask.ts';
import { existsSync } from 'node:fs';
import { runProgram } from '#commands';
import { countOf } from '#domain/count.ts';
import { readDataPlaces } from '../../config.ts';
import { createContentHistory } from '../../content/publish/history.ts';
import { makeBackup } from '../backup/make-backup.ts';

/** This program copies a file; a server has its own ways, which also work while ten services write. */
const ON_POSTGRES =
  'the database is on Postgres (DATABASE_URL), where copies are made with pg_dump, or by whoever runs that server.';

await runProgram(
  'backup',
  async () => {
    const { databaseUrl, ...folders } = readDataPlaces();
    if (databaseUrl !== undefined) throw new Error(ON_POSTGRES);
    const history = createContentHistory({ ...folders, clock: () => new Date() });
    if (existsSync(folders.contentDir))
      await history
        .record()
        .catch((error: Error) => console.error(`The backup lacks the content of today: ${error.message}`));
    const { file, counts } = makeBackup(folders, new Date(), true);
    console.log(
      `${file}: ${countOf(counts.orders, 'order')}, ${countOf(counts.messages, 'message')}; read back and intact.`,
    );
  },
  'There is no backup: ',
);
