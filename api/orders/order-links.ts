import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MANAGE_ORDER_PATH } from '#forms/manage-order-page.ts';
import { CannotStart } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { keepSetting } from '../db/settings.ts';
import { hyphenate } from './order-identity.ts';

const SECRET_BYTES = 32;
/** A setting of the database. */
export const LINK_SECRET = 'order_link_secret';
const SIGNATURE_BYTES = 24;

/** The secret keys in buyers' links to their orders, or to what they are asked to pay. */
export interface OrderLinks {
  /** Always the same key for the same id: an order's, or an attempt's for a payment link. */
  writeKey(id: string): string;
  /** The id, or null if the key is not valid. */
  readKey(key: string): string | null;
}

/**
 * Keys contain the order's id, signed with a secret. A new secret invalidates all links.
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
      return hyphenate(id);
    },
  };
}

/** The path of the buyer's own page. */
export function writeManageOrderPath(links: OrderLinks, orderId: string): string {
  return `${MANAGE_ORDER_PATH}?key=${links.writeKey(orderId)}`;
}

/** The secret, in the settings of the database: created by the first start, and so in every backup. */
export async function readLinkSecret(db: Kysely<Database>): Promise<Buffer> {
  const secret = await keepSetting(db, LINK_SECRET, randomBytes(SECRET_BYTES).toString('hex'));
  const problem = findSecretProblem(secret);
  if (problem !== undefined) throw new CannotStart(problem);
  return Buffer.from(secret, 'hex');
}

/** @param secret undefined if the database has none, though its shop has begun */
export function findSecretProblem(secret: string | undefined): string | undefined {
  if (secret !== undefined && /^[0-9a-f]+$/.test(secret) && secret.length === 2 * SECRET_BYTES)
    return undefined;
  const state = secret === undefined ? 'missing: the next start makes another' : 'damaged';
  return `The key of the links in buyers’ mails is ${state}, with which those links do not work. Put back a backup that has it.`;
}
