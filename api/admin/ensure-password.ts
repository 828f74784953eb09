import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { FOUNDER_ID, findPerson, listPeople, replacePasswordHash } from './admin-repository.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';

export interface PasswordOptions {
  db: Kysely<Database>;
  /** `ADMIN_PASSWORD`. If it is not the owner's password, it replaces that and ends their sessions. */
  given: string | undefined;
  /** Shows a generated password to the operator. It cannot be shown again. */
  announce: (password: string) => void;
}

/**
 * Makes sure at start that the owner can sign in: with the given password, an existing way in, or a generated password.
 */
export async function ensureAdminPassword({ db, given, announce }: PasswordOptions): Promise<void> {
  if (given === undefined && (await hasWayIn(db))) return;
  const stored = (await findPerson(db, FOUNDER_ID))?.passwordHash ?? undefined;
  if (given !== undefined && stored !== undefined && (await verifyPassword(given, stored))) return;
  const password = given ?? generatePassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Another process may have started at the same time. A password that it has announced must stay valid.
    if (given === undefined && (await hasWayIn(trx))) return;
    await replacePasswordHash(trx, FOUNDER_ID, hash);
    // Before the commit: after a crash in between, the next start announces another password, and none is lost.
    if (given === undefined) announce(password);
  });
}

/** A link counts, because `npm run people` has just shown it to somebody. */
async function hasWayIn(db: Kysely<Database>): Promise<boolean> {
  const founder = (await listPeople(db)).find(({ id }) => id === FOUNDER_ID);
  return (
    founder !== undefined && (founder.hasPassword === 1 || founder.passkeys > 0 || founder.endsAt !== null)
  );
}
