import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { readPasswordHash, replacePasswordHash } from './admin-repository.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';

export interface PasswordOptions {
  db: Kysely<Database>;
  /** `ADMIN_PASSWORD`. Another one than the stored replaces it and ends all sessions. */
  given: string | undefined;
  /** Shows a generated password to the operator, the only time that anybody can. */
  announce: (password: string) => void;
}

/** Sees to it, at start, that there is an admin password: the given one, the stored one, or else a generated one. */
export async function ensureAdminPassword({ db, given, announce }: PasswordOptions): Promise<void> {
  const stored = await readPasswordHash(db);
  if (given === undefined && stored !== undefined) return;
  if (given !== undefined && stored !== undefined && (await verifyPassword(given, stored))) return;
  const password = given ?? generatePassword();
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    // Another process may have started at the same time; a password that it announced must stay true.
    if (given === undefined && (await readPasswordHash(trx)) !== undefined) return;
    await replacePasswordHash(trx, hash);
    // Before the commit: a crash in between then announces another one at the next start, and loses none.
    if (given === undefined) announce(password);
  });
}
