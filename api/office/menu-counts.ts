import type { Kysely } from 'kysely';
import type { MenuCounts } from '#domain/office.ts';
import type { Database } from '../db/schema.ts';
import { countUnsentMails } from '../mail/mail-list-repository.ts';
import { countNeedsLook } from '../orders/list/order-list-repository.ts';

/** For every page of the farm's own, so it reads no other orders and mails than it counts. */
export async function countForMenu(db: Kysely<Database>): Promise<MenuCounts> {
  return { needsLook: await countNeedsLook(db), failedMails: await countUnsentMails(db, 'failed') };
}
