import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../db/schema.ts';
import { countAttempts } from '../orders/attempts-repository.ts';
import { keepMode } from './settings-repository.ts';

/** Where the embedded sandbox keeps its payments, in the data folder. */
export const SANDBOX_FILE = 'payment-sandbox.db';

const WORLDS: Record<PaymentMode, string> = {
  sandbox: 'the payment sandbox',
  test: 'Stripe’s test mode',
  live: 'live payments',
};

/**
 * Writes down what payments of this data folder are made of, for good: orders that nobody has paid for must never
 * become labels, revenue or sold boxes beside real ones.
 * @throws Error with a message for the operator where the folder is of another mode
 */
export async function claimMode(db: Kysely<Database>, dataDir: string, mode: PaymentMode): Promise<void> {
  const kept = await db.transaction().execute(async (trx) => {
    // A version before this one wrote nothing down; only the sandbox has left a file.
    const isOld = (await countAttempts(trx)) > 0 && existsSync(join(dataDir, SANDBOX_FILE));
    return keepMode(trx, isOld ? 'sandbox' : mode);
  });
  if (kept === mode) return;
  throw new Error(
    `The data folder ${dataDir} was begun with ${WORLDS[kept]}, and the settings are for ${WORLDS[mode]}. ` +
      'Orders of the two must not mix. To begin anew: stop the service, set DATA_DIR to a new, empty folder ' +
      `(or move ${dataDir} away), and start it again; it makes all it needs there. ` +
      `To go on with ${WORLDS[kept]}, put the settings back as they were.`,
  );
}
