import { createHash } from 'node:crypto';
import { Failure } from './failures.ts';
import type { Store } from './store.ts';

/** Stripe forgets a key when it is at least this old. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

export interface RecordedAnswer {
  status: number;
  body: string;
  requestId: string;
}

export interface KeyedRequest {
  key: string;
  path: string;
  parameters: string;
}

/** Answers that were given under an `Idempotency-Key`, on disk, and the keys that are being worked on, in memory. */
export function createIdempotencyRecord(store: Store) {
  const inProgress = new Set<string>();
  type Row = { path: string; parameters_hash: string; status: number; body: string; request_id: string };
  const select = store.sqlite.prepare<[string, number], Row>(
    'SELECT * FROM idempotency_keys WHERE key = ? AND created_ms > ?',
  );
  const insert = store.sqlite.prepare(
    `INSERT OR REPLACE INTO idempotency_keys (key, path, parameters_hash, status, body, request_id, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );

  return {
    /** The first answer under the key, a refusal, or undefined when the work is still to be done. */
    find({ key, path, parameters }: KeyedRequest, nowMs: number): RecordedAnswer | Failure | undefined {
      if (inProgress.has(key)) {
        const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
        return refuse(409, message, 'idempotency_key_in_use');
      }
      const row = select.get(key, nowMs - KEY_LIFE_MS);
      if (!row) return undefined;
      if (row.path !== path || row.parameters_hash !== hash(parameters)) {
        return refuse(
          400,
          `Keys for idempotent requests can only be used with the same endpoint and the same parameters they were first used with: '${key}'.`,
        );
      }
      return { status: row.status, body: row.body, requestId: row.request_id };
    },
    start: (key: string): void => void inProgress.add(key),
    end: (key: string): void => void inProgress.delete(key),
    /** Call it in the transaction that did the work. */
    record(
      { key, path, parameters }: KeyedRequest,
      { status, body, requestId }: RecordedAnswer,
      nowMs: number,
    ) {
      insert.run(key, path, hash(parameters), status, body, requestId, nowMs);
    },
  };
}

function refuse(status: 400 | 409, message: string, code?: string): Failure {
  return new Failure(status, { type: 'idempotency_error', message, ...(code === undefined ? {} : { code }) });
}

function hash(parameters: string): string {
  const sorted = new URLSearchParams(parameters);
  sorted.sort();
  return createHash('sha256').update(sorted.toString()).digest('hex');
}
