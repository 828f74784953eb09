import '../../process/private-umask.ts';
import { type CommandLine, runProgram } from '#commands';
import { formatPrice, toPence } from '#domain/money.ts';
import { readDataPlaces } from '../../config.ts';
import { backUpBeforeChange } from '../backup/make-backup.ts';
import { moveToFile, moveToPostgres } from '../move-shop.ts';

async function run({ flags }: CommandLine<'move'>): Promise<void> {
  const { databaseUrl: url, ...folders } = readDataPlaces();
  const { dataDir } = folders;
  if (!url?.match(/^postgres(ql)?:/)) {
    throw new Error(
      'Set DATABASE_URL to the database on Postgres, such as postgres://user:password@host/database, and try again.',
    );
  }
  const content = flags.back
    ? await moveToFile(dataDir, url, new Date())
    : await moveToPostgres(dataDir, url, new Date(), backUpBeforeChange(folders, console.error));
  for (const [name, { rows }] of Object.entries(content)) if (rows > 0) console.log(`  ${name}: ${rows}`);
  const { rows = 0, sums = {} } = content.orders ?? {};
  const sum = (column: string) => formatPrice(toPence(sums[column] ?? 0));
  console.log(
    `Moved, and compared row by row: ${rows} orders of ${sum('total_pence')}, paid ${sum('paid_amount')}, refunded ${sum('refunded_pence')}.`,
  );
  console.log(
    flags.back
      ? 'Start the service without DATABASE_URL. The database on Postgres stays, and no service starts on it: delete it when you no longer need it.'
      : 'The shop is where this DATABASE_URL says; without it, no service starts. The file is kept under another name, with people’s addresses: delete it when you no longer need it.',
  );
}

await runProgram('move', run);
