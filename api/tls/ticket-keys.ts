import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** What Node takes: a name, a key that signs and a key that encrypts, 16 bytes each. */
const KEY_BYTES = 48;
const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;
const OTHERS = 0o077;

/**
 * The keys that session tickets are encrypted with. They are kept, so that visitors who were here before a restart
 * still resume; and made anew after three days, because whoever steals them could read what was sent over TLS 1.2 in
 * that time (TLS 1.3 agrees on fresh keys even when it resumes). A file that others could read is not trusted.
 * @throws Error when the file cannot be written
 */
export function readTicketKeys(file: string, now: Date): Buffer {
  const kept = readKept(file, now);
  if (kept) return kept;
  const keys = randomBytes(KEY_BYTES);
  const half = `${file}.${process.pid}`;
  writeFileSync(half, keys, { mode: 0o600 });
  renameSync(half, file);
  return keys;
}

function readKept(file: string, now: Date): Buffer | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) !== 0 || now.getTime() - found.mtimeMs > LIFETIME_MS) return undefined;
  const keys = readFileSync(file);
  return keys.length === KEY_BYTES ? keys : undefined;
}
