import { readConfig } from '../../config.ts';
import { warnFarm } from '../../mail/warn-farm.ts';

const USAGE = `Mails the farm a message, as farm-warning@.service does.

  node api/operations/commands/warn.ts 'The backups have not been copied.'`;

const [message, ...more] = process.argv.slice(2);
try {
  if (message === undefined || more.length > 0) throw new Error(USAGE);
  await warnFarm(message, readConfig(), console.error);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
