import type { Kysely } from 'kysely';
import { type CommandLine, runProgram } from '#commands';
import { ROLE_LABELS } from '#domain/people.ts';
import { FOUNDER_ID, findPersonByName, listPeople } from '../../admin/admin-repository.ts';
import { readDataPlaces } from '../../config.ts';
import { openExistingDatabase } from '../../db/open-shop.ts';
import type { Database } from '../../db/schema.ts';
import { INVITATION_DAYS, inviteAnew } from '../../people/invitations.ts';
import { backUpBeforeChange } from '../backup/make-backup.ts';

async function run({ flags: { link } }: CommandLine<'people'>): Promise<void> {
  const folders = readDataPlaces();
  const beforeChange = backUpBeforeChange(folders, console.error);
  const database = await openExistingDatabase({ ...folders, beforeChange });
  try {
    if (link === undefined) await list(database.db);
    else await makeLink(database.db, link);
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
    `${person.name} can sign in again at this path of the site, once, within ${INVITATION_DAYS} days:\n\n${path}\n\nTheir password and passkeys no longer work.`,
  );
  if (person.id === FOUNDER_ID) {
    console.log('If ADMIN_PASSWORD is set, the next start makes it their password again.');
  }
}

await runProgram('people', run);
