import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { ROLE_LABELS } from '#domain/people.ts';
import { FOUNDER_ID, findPersonByName, listPeople } from '../../admin/admin-repository.ts';
import { readFolders } from '../../config.ts';
import { openExistingDatabase } from '../../db/open-shop.ts';
import type { Database } from '../../db/schema.ts';
import { INVITATION_DAYS, inviteAnew } from '../../people/invitations.ts';

const USAGE = `The people who sign in for the farm.

  npm run people                       lists them
  npm run people -- --link "Owner"     a new link for one of them: their password and passkeys stop working`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { link: { type: 'string' } },
  });
  if (positionals.length > 0) throw new Error(USAGE);
  const database = await openExistingDatabase(readFolders());
  try {
    if (values.link === undefined) await list(database.db);
    else await makeLink(database.db, values.link);
  } finally {
    await database.close();
  }
}

async function list(db: Kysely<Database>): Promise<void> {
  for (const { name, role, hasPassword, passkeys } of await listPeople(db)) {
    const ways = `${hasPassword === 1 ? 'a password' : 'no password'}, passkeys: ${passkeys}`;
    console.log(`${name}: ${ROLE_LABELS[role]}; ${ways}`);
  }
}

async function makeLink(db: Kysely<Database>, name: string): Promise<void> {
  const person = await findPersonByName(db, name);
  if (!person) throw new Error(`Nobody is called “${name}”. Without --link, this command lists all people.`);
  const { path } = await db.transaction().execute((trx) => inviteAnew(trx, person.id, new Date()));
  console.log(
    `${person.name} can sign in again at this path of the site, once, within ${INVITATION_DAYS} days:\n\n${path}\n`,
  );
  if (person.id === FOUNDER_ID) {
    console.log('If ADMIN_PASSWORD is set, the next start makes it their password again.');
  }
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
