import '../../process/private-umask.ts';
import { readFolders } from '../../config.ts';
import { makeBackup } from '../backup/make-backup.ts';

try {
  const { file, counts } = makeBackup(readFolders(), new Date());
  console.log(`${file}: ${counts.orders} orders, ${counts.messages} messages; read back and intact.`);
} catch (error) {
  console.error(`There is no backup: ${(error as Error).message}`);
  process.exitCode = 1;
}
