import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { MANAGE_ORDER_PATH } from '#forms/manage-order-form.ts';
import type { Database } from '../db/schema.ts';

const SECRET_BYTES = 32;
/** Where the secret is: a file in the data folder or, shared by several services, a row of the settings. */
export const LINK_SECRET_FILE = 'order-link-secret';
export const LINK_SECRET = 'order_link_secret';
const SIGNATURE_BYTES = 24;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The secret keys in buyers' links to their orders, or to what they are asked to pay. */
export interface OrderLinks {
  /** Always the same key for the same id: an order's, or an attempt's for a payment link. */
  writeKey(id: string): string;
  /** The id, or null if the key is not valid. */
  readKey(key: string): string | null;
}

/**
 * Keys contain the order's id, signed with a secret. They are not stored, so neither the database nor a backup gives
 * access to orders. A new secret invalidates all links.
 */
export function createOrderLinks(secret: Buffer): OrderLinks {
  const sign = (id: Buffer) =>
    createHmac('sha256', secret).update('order link ').update(id).digest().subarray(0, SIGNATURE_BYTES);
  return {
    writeKey(orderId) {
      const id = Buffer.from(orderId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, sign(id)]).toString('base64url');
    },
    readKey(key) {
      const bytes = Buffer.from(key, 'base64url');
      const [id, signature] = [bytes.subarray(0, 16), bytes.subarray(16)];
      // Only the exact spelling of writeKey, because the last character has unused bits.
      if (signature.length !== SIGNATURE_BYTES || bytes.toString('base64url') !== key) return null;
      if (!timingSafeEqual(signature, sign(id))) return null;
      const orderId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return UUID.test(orderId) ? orderId : null;
    },
  };
}

/** The path of the buyer's own page. */
export function writeManageOrderPath(links: OrderLinks, orderId: string): string {
  return `${MANAGE_ORDER_PATH}?key=${links.writeKey(orderId)}`;
}

/** The secret of services that share a database, created by the first of them. */
export async function readSharedSecret(db: Kysely<Database>): Promise<Buffer> {
  const name = LINK_SECRET;
  const value = randomBytes(SECRET_BYTES).toString('hex');
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'hex');
}

/**
 * The secret in `DATA_DIR/order-link-secret`, created by the first start. Only the service can read it.
 * @throws Error with a message for the operator if the file has other content
 */
export function readLinkSecret(dataDir: string): Buffer {
  const file = join(dataDir, LINK_SECRET_FILE);
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file);
  if (secret.length === SECRET_BYTES) return secret;
  throw new Error(
    `${file} is damaged. Restore it from a backup, or delete it: then the links in mails already sent stop working.`,
  );
}
