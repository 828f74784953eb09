import type { Kysely } from 'kysely';
import { PAYMENT_MODES, type PaymentMode } from '#domain/payments/payment-provider.ts';
import { CannotStart } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { keepSetting } from '../db/settings.ts';

/** The embedded sandbox's payments, in the data folder. */
export const SANDBOX_FILE = 'payment-sandbox.db';

/** A setting of the database. */
export const PAYMENT_MODE = 'payment_mode';

export const MODE_NAMES: Record<PaymentMode, string> = {
  sandbox: 'the payment sandbox',
  test: 'Stripe’s test mode',
  live: 'live payments',
};

/**
 * Stores the payment mode of the database, permanently: unpaid test orders must never mix with real labels, revenue or
 * sold boxes.
 * @param dataDir undefined if the database is not in it
 * @throws CannotStart with a message for the operator if the database has another mode
 */
export async function claimMode(
  db: Kysely<Database>,
  dataDir: string | undefined,
  mode: PaymentMode,
): Promise<void> {
  const problem = findModeConflict(await keepSetting(db, PAYMENT_MODE, mode), dataDir, mode);
  if (problem !== undefined) throw new CannotStart(problem);
}

/** @param stored the mode of the database */
export function findModeConflict(
  stored: string,
  dataDir: string | undefined,
  mode: PaymentMode,
): string | undefined {
  const kept = PAYMENT_MODES.find((each) => each === stored);
  if (kept === undefined) return `The database says that its payments are ${stored}.`;
  if (kept === mode) return undefined;
  const location = dataDir === undefined ? 'The database of DATABASE_URL' : `The data folder ${dataDir}`;
  const fresh =
    dataDir === undefined
      ? 'set DATABASE_URL to a new, empty database'
      : `set DATA_DIR to a new, empty folder (or move ${dataDir} away)`;
  return (
    `${location} was started with ${MODE_NAMES[kept]}, but the settings are for ${MODE_NAMES[mode]}. ` +
    `Their orders must not mix. To start afresh: stop the service, ${fresh}, ` +
    'and start it again; it creates everything it needs. ' +
    `To continue with ${MODE_NAMES[kept]}, restore the previous settings.`
  );
}
