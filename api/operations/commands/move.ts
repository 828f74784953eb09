import '../../process/private-umask.ts';
import { parseArgs } from 'node:util';
import { formatPrice, toPence } from '#domain/money.ts';
import { readFolders } from '../../config.ts';
import { moveToFile, moveToPostgres } from '../move/move-shop.ts';

const USAGE = `Moves the shop between its file and Postgres. Stop the service first.

  npm run move -- postgres://user:password@host/database          from DATA_DIR to an empty database
  npm run move -- --back postgres://user:password@host/database   back, into a DATA_DIR without a database`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { back: { type: 'boolean', default: false } },
  });
  const [url, ...more] = positionals;
  if (url === undefined || !/^postgres(ql)?:/.test(url) || more.length > 0) throw new Error(USAGE);
  const { dataDir } = readFolders();
  const content = values.back
    ? await moveToFile(dataDir, url)
    : await moveToPostgres(dataDir, url, new Date());
  for (const [name, { rows }] of Object.entries(content)) if (rows > 0) console.log(`  ${name}: ${rows}`);
  const { rows = 0, sums = {} } = content.orders ?? {};
  const sum = (column: string) => formatPrice(toPence(sums[column] ?? 0));
  console.log(
    `Moved, and compared row by row: ${rows} orders of ${sum('total_pence')}, paid ${sum('paid_amount')}, refunded ${sum('refunded_pence')}.`,
  );
  console.log(
    values.back
      ? 'Start the service without DATABASE_URL. The database on Postgres stays as it is: delete it when you no longer need it.'
      : 'Start the service with DATABASE_URL set to this database. The file is kept under another name, with people’s addresses: delete it when you no longer need it.',
  );
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
