import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { FOUNDER_ID, findPerson, listPeople, replacePasswordHash } from './admin-repository.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';

export interface PasswordOptions {
  db: Kysely<Database>;
  /** `ADMIN_PASSWORD`. Another one than the owner's replaces it and ends their sessions. */
  given: string | undefined;
  /** Shows a generated password to the operator, the only time that anybody can. */
  announce: (password: string) => void;
}

/** Sees to it, at start, that the owner can sign in: with the given password, a way that they have, or a generated one. */
export async function ensureAdminPassword({ db, given, announce }: PasswordOptions): Promise<void> {
  if (given === undefined && (await hasWayIn(db))) return;
  const stored = (await findPerson(db, FOUNDER_ID))?.passwordHash ?? undefined;
  if (given !== undefined && stored !== undefined && (await verifyPassword(given, stored))) return;
  const password = given ?? generatePassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Another process may have started at the same time; a password that it announced must stay true.
    if (given === undefined && (await hasWayIn(trx))) return;
    await replacePasswordHash(trx, FOUNDER_ID, hash);
    // Before the commit: a crash in between then announces another one at the next start, and loses none.
    if (given === undefined) announce(password);
  });
}

/** A link counts, since `npm run people` has just shown it to somebody. */
async function hasWayIn(db: Kysely<Database>): Promise<boolean> {
  const founder = (await listPeople(db)).find(({ id }) => id === FOUNDER_ID);
  return (
    founder !== undefined && (founder.hasPassword === 1 || founder.passkeys > 0 || founder.endsAt !== null)
  );
}
