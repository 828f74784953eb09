import { scryptSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { FOUNDER_ID, insertPerson, replacePasswordHash } from '../../api/admin/admin-repository.ts';
import { type OpenDatabase, openDatabase } from '../../api/db/open.ts';
import type { Database } from '../../api/db/schema.ts';
import { ADMIN_PASSWORD } from './sign-in.ts';

let template: Promise<Buffer> | undefined;

/**
 * Puts a new database at a path, as a service with ADMIN_PASSWORD leaves it: a copy, because making its tables takes
 * six times as long as opening it.
 */
export async function writeTestDatabase(file: string): Promise<void> {
  template ??= makeTemplate();
  const bytes = await template;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes);
}

/** As `writeTestDatabase`, and open. */
export async function openTestDatabase(file: string): Promise<OpenDatabase> {
  await writeTestDatabase(file);
  return openDatabase(file);
}

async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  const { db, sqlite, close } = await openDatabase(join(folder, 'farm.db'));
  await db.transaction().execute((trx) => replacePasswordHash(trx, FOUNDER_ID, hashCheaply(ADMIN_PASSWORD)));
  const bytes = sqlite.serialize();
  await close();
  rmSync(folder, { recursive: true });
  return bytes;
}

/** A hash names its own cost. The shipped one takes a third of a second; `api/admin/password.spec.ts` pays for it. */
export function hashCheaply(password: string, salt = 'salt'): string {
  const [N, r, p] = [2, 1, 1];
  const key = scryptSync(password, salt, 32, { N, r, p }).toString('base64url');
  return ['scrypt', N, r, p, Buffer.from(salt).toString('base64url'), key].join('$');
}

/** Adds somebody who signs in with this password: `Ben` gets the id `ben` and the password `ben`. */
export async function addPerson(
  db: Kysely<Database>,
  name: string,
  role: 'owner' | 'packer' = 'packer',
  password = name.toLowerCase(),
): Promise<void> {
  const person = { id: name.toLowerCase(), name, role, passwordHash: hashCheaply(password) };
  await db.transaction().execute((trx) => insertPerson(trx, person));
}
