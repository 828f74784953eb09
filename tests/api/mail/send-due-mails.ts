import { openDatabase } from '../../../api/db/open.ts';
import { createOutbox } from '../../../api/mail/outbox.ts';
import { createSmtpTransport } from '../../../api/mail/transport.ts';

// Sends what is due from a database that other processes send from too.
const [file = '', url = '', now = ''] = process.argv.slice(2);
const { db, close } = await openDatabase(file);
const transport = createSmtpTransport({ url, getFrom: () => 'farm@trees.example.com' });
await createOutbox({
  db,
  transport,
  clock: () => new Date(now),
  log: console.error,
  writeOrderKey: () => 'key',
}).runOnce();
await close();
