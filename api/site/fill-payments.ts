import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findPayments } from '#domain/pages.ts';
import { modeOfKey } from '#domain/payments/payment-mode.ts';
import {
  LIVE_ONLY,
  type PaymentProvider,
  SANDBOX_ONLY,
  SCRIPT_PLACE,
} from '#domain/payments/payment-provider.ts';
import { SANDBOX_BANNER } from '#domain/payments/payment-sandbox.ts';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { html } from '#forms/html.ts';
import type { SiteSnapshot, StoredFile } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Writes the payment provider's key, script and sandbox banner into a built site, so that a build does not depend on
 * the shop's settings. Pages without them stay byte for byte.
 * @throws Error with a message for a site that an older version built for one provider
 */
export async function fillPaymentPages(site: SiteSnapshot, provider: PaymentProvider): Promise<SiteSnapshot> {
  const files = new Map(site.files);
  const pages = [...files].filter(([, { type }]) => type.startsWith('text/html'));
  const changed = pages.flatMap(([path, file]) => {
    const built = Buffer.from(file.identity).toString('utf8');
    assertFillable(path, built, provider);
    const filled = fillPayments(built, provider);
    return filled === built ? [] : [{ path, file, filled }];
  });
  const worker = files.get(SERVICE_WORKER_PATH);
  let workerText = worker && Buffer.from(worker.identity).toString('utf8');
  await Promise.all(
    changed.map(async ({ path, file, filled }) => {
      const next = await replaceText(file, filled);
      files.set(path, next);
      // The worker caches a page only when its hash is in the worker's list.
      workerText = workerText?.replace(hashPrecached(file.identity), hashPrecached(next.identity));
    }),
  );
  if (worker && workerText !== undefined && changed.length > 0) {
    files.set(SERVICE_WORKER_PATH, await replaceText(worker, workerText));
  }
  return { ...site, files };
}

function assertFillable(path: string, built: string, provider: PaymentProvider): void {
  const isKnown = findPayments(path) !== 'card' || built.includes(SCRIPT_PLACE);
  const isHonest = provider.kind === 'sandbox' || !fillPayments(built, provider).includes(SANDBOX_BANNER);
  if (isKnown && isHonest) return;
  throw new Error(
    `The page ${path} was built by another version, for one way to pay; build the site again with \`npm run build\`.`,
  );
}

/** The same hash as in the worker's list (src/build/precache.ts). */
function hashPrecached(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Returns the file with another text, in the same encodings. */
async function replaceText(file: StoredFile, text: string): Promise<StoredFile> {
  const identity = new Uint8Array(Buffer.from(text));
  const [brotli, gzipped] = await Promise.all([
    file.brotli &&
      compressBrotli(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    file.gzip && compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    ...file,
    etag: createHash('sha256').update(identity).digest('base64url'),
    identity,
    brotli: brotli && new Uint8Array(brotli),
    gzip: gzipped && new Uint8Array(gzipped),
  };
}

const whole = ({ start, end }: { start: string; end: string }) => new RegExp(`${start}[\\s\\S]*?${end}`, 'g');

/** Fills one page; returns it unchanged when it has no slot. */
export function fillPayments(page: string, { kind, scriptUrl, publishableKey }: PaymentProvider): string {
  const isLive = kind === 'stripe' && modeOfKey(publishableKey) === 'live';
  const shown = page
    .replace(whole(SANDBOX_ONLY), (banner) => (kind === 'sandbox' ? banner : ''))
    .replace(whole(LIVE_ONLY), (text) => (isLive ? text : ''));
  return shown.replace(SCRIPT_PLACE, () =>
    String(html`data-url="${scriptUrl}" data-key="${publishableKey}"`),
  );
}
