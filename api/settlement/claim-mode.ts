import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../db/schema.ts';
import { countAttempts } from '../orders/attempts-repository.ts';
import { keepMode } from './settings-repository.ts';

/** The embedded sandbox's payments, in the data folder. */
export const SANDBOX_FILE = 'payment-sandbox.db';

export const MODE_NAMES: Record<PaymentMode, string> = {
  sandbox: 'the payment sandbox',
  test: 'Stripe’s test mode',
  live: 'live payments',
};

/**
 * Stores the payment mode of the database, permanently: unpaid test orders must never mix with real labels, revenue or
 * sold boxes.
 * @param dataDir undefined if the database is not in it
 * @throws Error with a message for the operator if the database has another mode
 */
export async function claimMode(
  db: Kysely<Database>,
  dataDir: string | undefined,
  mode: PaymentMode,
): Promise<void> {
  const kept = await db.transaction().execute(async (trx) => {
    // Older versions did not store the mode, but the sandbox left its file.
    const isOld =
      dataDir !== undefined && (await countAttempts(trx)) > 0 && existsSync(join(dataDir, SANDBOX_FILE));
    return keepMode(trx, isOld ? 'sandbox' : mode);
  });
  if (kept === mode) return;
  const location = dataDir === undefined ? 'The database of DATABASE_URL' : `The data folder ${dataDir}`;
  const fresh =
    dataDir === undefined
      ? 'set DATABASE_URL to a new, empty database'
      : `set DATA_DIR to a new, empty folder (or move ${dataDir} away)`;
  throw new Error(
    `${location} was started with ${MODE_NAMES[kept]}, but the settings are for ${MODE_NAMES[mode]}. ` +
      `Their orders must not mix. To start afresh: stop the service, ${fresh}, ` +
      'and start it again; it creates everything it needs. ' +
      `To continue with ${MODE_NAMES[kept]}, restore the previous settings.`,
  );
}
