import { countOf } from '#domain/count.ts';
import '../../process/private-umask.ts';
import { type CommandLine, runProgram } from '#commands';
import { readDataPlaces } from '../../config.ts';
import { openExistingDatabase } from '../../db/open-shop.ts';
import { erasePerson } from '../../privacy/erasure.ts';
import { exportPerson } from '../../privacy/person.ts';
import { backUpBeforeChange } from '../backup/make-backup.ts';

async function run({ flags, words: [email] }: CommandLine<'person'>): Promise<void> {
  const folders = readDataPlaces();
  const beforeChange = backUpBeforeChange(folders, console.error);
  const database = await openExistingDatabase({ ...folders, beforeChange });
  try {
    if (!flags.erase) {
      console.log(JSON.stringify(await exportPerson(database.db, email, new Date()), undefined, 2));
    } else if (!flags.yes) {
      throw new Error(
        `Nothing was erased. This cannot be undone: add --yes to confirm. Export first, without --erase.`,
      );
    } else {
      await erase(database.db, email);
      await database.removeTraces();
    }
  } finally {
    await database.close();
  }
}

async function erase(db: Parameters<typeof erasePerson>[0], email: string): Promise<void> {
  const done = await erasePerson(db, email, new Date());
  if (!done.ok) throw new Error(`Nothing was erased. ${done.reason}`);
  const { messages, attempts, mails, erased, kept } = done;
  console.log(
    `Erased: ${countOf(messages, 'message')}, ${countOf(attempts, 'abandoned purchase')}, the texts of ${countOf(mails, 'mail')}; ` +
      `the buyer of ${countOf(erased.length, 'order')}${erased.length > 0 ? ` (${erased.join(', ')})` : ''}.`,
  );
  for (const { orderNumber, until } of kept) {
    console.log(
      `Kept until ${until}, in case the bank asks about its payment: ${orderNumber}. Run this again then.`,
    );
  }
  console.log(
    'Not erased: data in the farm’s mailbox, at Stripe, and in backups, which are deleted within four weeks.',
  );
}

await runProgram('person', run);
