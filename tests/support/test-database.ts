import { scryptSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from '@playwright/test';
import { FOUNDER_ID, replacePasswordHash } from '../../api/admin/admin-repository.ts';
import { type OpenDatabase, openDatabase, type ShopDatabase } from '../../api/db/open.ts';
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

/** As `writeTestDatabase`, and open. In the project `postgres` it is on Postgres, and has no file to reach into. */
export async function openTestDatabase(file: string): Promise<OpenDatabase> {
  if (test.info().project.name === 'postgres') {
    const { openTestPostgres } = await import('./test-postgres.ts');
    return withoutFile(await openTestPostgres(hashCheaply(ADMIN_PASSWORD)));
  }
  await writeTestDatabase(file);
  return openDatabase(file);
}

/** A database on Postgres, for what is written for either. Tests that reach into the file have the tag `@file`. */
export function withoutFile(database: ShopDatabase): OpenDatabase {
  return {
    ...database,
    get sqlite(): never {
      throw new Error('On Postgres there is no file to reach into: give the test the tag @file.');
    },
  };
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
