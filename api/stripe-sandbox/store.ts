import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type Stripe from 'stripe';

type MayBeNull<T> = { [Name in keyof T]-?: null extends T[Name] ? Name : never }[keyof T];

/**
 * An object of Stripe's, in the types of the SDK of this version, so that a wrong shape does not compile. What may be null
 * may be left out where nobody reads it.
 */
type Answer<T> = Omit<T, MayBeNull<T>> & Partial<Pick<T, MayBeNull<T>>>;

export type Charge = Answer<Stripe.Charge>;
export type Session = Answer<Stripe.Checkout.Session>;
export type Intent = Answer<Stripe.PaymentIntent>;
export type LineItem = Answer<Stripe.LineItem>;
export type Refund = Answer<Stripe.Refund>;
export type Review = Answer<Stripe.Review>;
export type PaymentMethod = Answer<Stripe.PaymentMethod>;

/** The stored objects, by Stripe's name of their kind. */
export interface Objects {
  charge: Charge;
  'checkout.session': Session;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  payment_intent: Intent;
  payment_method: PaymentMethod;
  payment_method_domain: Stripe.PaymentMethodDomain;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  refund: Refund;
  review: Review;
}
export type Kind = keyof Objects;

/** Fields that no answer shows. */
export type Hidden = Record<string, unknown>;

export interface ListFilter {
  /** Only those that belong to this object: the refunds of a charge, the session of an intent. */
  parent?: string | undefined;
  type?: string | undefined;
  /** Seconds since 1970. */
  since?: number | undefined;
  /** Exclusive end, as `seq`. */
  before?: number | undefined;
  limit: number;
}

export type Store = ReturnType<typeof openStore>;

/**
 * The sandbox's file. Not Kysely, whose calls are asynchronous: here a whole call (reading, changing, its events and
 * its idempotency record) runs in one synchronous transaction, so that no two calls can interleave.
 */
export function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('journal_mode = WAL');
  // Lowered to NORMAL by the library at each open; a payment that was answered for must survive a power cut.
  sqlite.pragma('synchronous = FULL');
  sqlite.exec(SCHEMA);
  const prepare = <Parameters extends unknown[], Row = unknown>(sql: string) =>
    sqlite.prepare<Parameters, Row>(sql);
  type Row = { json: string; hidden: string };
  const insert = prepare<[string, Kind, number, string | null, string, string]>(
    'INSERT INTO objects (id, kind, created, parent, json, hidden) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = prepare<[string, Kind], Row>('SELECT json, hidden FROM objects WHERE id = ? AND kind = ?');
  const update = prepare<[string, string]>('UPDATE objects SET json = ? WHERE id = ?');
  const hide = prepare<[string, string]>('UPDATE objects SET hidden = json_patch(hidden, ?) WHERE id = ?');
  const selectSeq = prepare<[string, Kind], { seq: number }>(
    'SELECT seq FROM objects WHERE id = ? AND kind = ?',
  );
  const scheduleJob = prepare<[string, number]>(
    'INSERT INTO alarms (id, due_ms) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET due_ms = excluded.due_ms',
  );

  return {
    sqlite,
    /** Runs the work in one transaction that is kept unless the work throws. */
    transact: <T>(work: () => T): T => sqlite.transaction(work).immediate(),

    insert<K extends Kind>(
      kind: K,
      object: Objects[K],
      parent: string | null = null,
      hidden: Hidden = {},
    ): void {
      insert.run(object.id, kind, object.created, parent, JSON.stringify(object), JSON.stringify(hidden));
    },
    save<K extends Kind>(object: Objects[K]): void {
      update.run(JSON.stringify(object), object.id);
    },
    get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
      const row = select.get(id, kind);
      return row && JSON.parse(row.json);
    },
    readHidden(kind: Kind, id: string): Hidden {
      return JSON.parse(select.get(id, kind)?.hidden ?? '{}');
    },
    writeHidden: (id: string, hidden: Hidden): void => void hide.run(JSON.stringify(hidden), id),

    /** Position of an object among all, or undefined when there is no such one. */
    seqOf: (kind: Kind, id: string): number | undefined => selectSeq.get(id, kind)?.seq,

    /** Newest first. */
    list<K extends Kind>(kind: K, { parent, type, since, before, limit }: ListFilter): Objects[K][] {
      return sqlite
        .prepare<unknown[], Row>(
          `SELECT json FROM objects WHERE kind = @kind
             AND (@parent IS NULL OR parent = @parent)
             AND (@type IS NULL OR json ->> '$.type' = @type)
             AND (@since IS NULL OR created >= @since)
             AND (@before IS NULL OR seq < @before)
           ORDER BY seq DESC LIMIT @limit`,
        )
        .all({
          kind,
          parent: parent ?? null,
          type: type ?? null,
          since: since ?? null,
          before: before ?? null,
          limit,
        })
        .map(({ json }) => JSON.parse(json));
    },

    scheduleJob: (id: string, dueMs: number): void => void scheduleJob.run(id, dueMs),
    cancelJob: (id: string): void => void sqlite.prepare('DELETE FROM alarms WHERE id = ?').run(id),
    listDueJobs: (nowMs: number): string[] =>
      sqlite
        .prepare<[number], { id: string }>('SELECT id FROM alarms WHERE due_ms <= ? ORDER BY due_ms')
        .all(nowMs)
        .map(({ id }) => id),

    /** Every event's way to the webhook, oldest first. */
    listDeliveries: () =>
      sqlite
        .prepare<[], { event: string; type: string; state: string; attempts: number }>(
          `SELECT event_id AS event, json ->> '$.type' AS type, state, attempts
           FROM deliveries JOIN objects ON objects.id = event_id ORDER BY deliveries.seq`,
        )
        .all(),

    close(): void {
      sqlite.close();
    },
  };
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    parent TEXT,
    json TEXT NOT NULL,
    hidden TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind);
  CREATE TABLE IF NOT EXISTS alarms (id TEXT PRIMARY KEY, due_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL REFERENCES objects (id),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dropped')),
    attempts INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    next_attempt_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (seq) WHERE state = 'waiting';
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    parameters_hash TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    request_id TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;
`;
