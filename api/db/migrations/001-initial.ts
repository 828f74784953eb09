import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';
import { NUMBERED, STRICT, TEXT, WHOLE } from '../dialect/dialect.ts';

type Build = (column: ColumnDefinitionBuilder, name: string) => ColumnDefinitionBuilder;
type Column = readonly [type: Expression<unknown>, build: Build];

const text: Column = [TEXT, (column) => column.notNull()];
const optional: Column = [TEXT, (column) => column];
const key: Column = [TEXT, (column) => column.primaryKey().notNull()];
const unique: Column = [TEXT, (column) => column.notNull().unique()];
const uniqueIfAny: Column = [TEXT, (column) => column.unique()];
const textOr = (preset: string): Column => [TEXT, (column) => column.notNull().defaultTo(preset)];
const whole: Column = [WHOLE, (column) => column.notNull()];
const wholeOr = (preset: number): Column => [WHOLE, (column) => column.notNull().defaultTo(preset)];
const amount: Column = [WHOLE, (column, name) => column.notNull().check(sql`${sql.ref(name)} >= 0`)];
const amountOr0: Column = [WHOLE, (column, name) => amount[1](column, name).defaultTo(0)];
const numbered: Column = [NUMBERED, (column) => column];
const belongsTo = (target: string): Column => [TEXT, (column) => column.notNull().references(target)];
const dropsWith = (target: string): Column => [
  TEXT,
  (column) => column.notNull().references(target).onDelete('cascade'),
];

const DELIVERY = {
  customer_name: optional,
  customer_email: optional,
  customer_phone: optional,
  shipping_address: optional,
  shipping_city: optional,
  shipping_postcode: optional,
  shipping_country: optional,
  special_instructions: optional,
  recipient_name: optional,
  gift_message: optional,
};

/**
 * `schema.ts` says what the columns mean. No list of the code, such as the statuses, is repeated here: TypeScript and the
 * schemas of requests hold what is written to it.
 */
const TABLES: Record<string, Record<string, Column>> = {
  order_attempts: {
    id: key,
    kind: text,
    state: text,
    quantity: amount,
    unit_price_pence: amount,
    total_pence: amount,
    week: optional,
    payment_intent_id: uniqueIfAny,
    checkout_session_id: uniqueIfAny,
    ...DELIVERY,
    created_at: text,
    updated_at: text,
    held_until: optional,
    held_by: optional,
    mode: text,
    replaced_by: optional,
    failed_cards: amountOr0,
    failed_at: optional,
    payment_method: textOr('card'),
    taken_by: optional,
    taken_by_id: optional,
    ends_at: optional,
    session_ends_at: optional,
  },
  orders: {
    id: key,
    attempt_id: [TEXT, (column) => column.notNull().unique().references('order_attempts.id')],
    order_number: unique,
    status: text,
    payment_status: text,
    payment_intent_id: uniqueIfAny,
    // Refunded boxes are counted by dividing by it.
    unit_price_pence: [WHOLE, (column) => column.notNull().check(sql`unit_price_pence > 0`)],
    quantity: amount,
    total_pence: amountOr0,
    paid_amount: amount,
    paid_currency: text,
    week: optional,
    ...DELIVERY,
    created_at: text,
    updated_at: text,
    version: wholeOr(1),
    refunded_pence: amountOr0,
    refund_failed_pence: amountOr0,
    goodwill_pence: amountOr0,
    dispute: optional,
    label_problem: optional,
    review: optional,
    fraud_warning: optional,
    payment_method: textOr('card'),
    taken_by: optional,
    taken_by_id: optional,
    internal_note: optional,
    flags: textOr('[]'),
    search_words: textOr(''),
  },
  parcels: {
    order_id: dropsWith('orders.id'),
    position: whole,
    tracking_number: text,
    sent_at: text,
  },
  order_events: {
    id: numbered,
    order_id: belongsTo('orders.id'),
    actor: text,
    kind: text,
    before: optional,
    after: optional,
    reason: optional,
    created_at: text,
    person: optional,
    person_id: optional,
  },
  refund_requests: {
    order_id: belongsTo('orders.id'),
    id: text,
    amount_pence: amount,
    is_finished: whole,
    asked_at: text,
    is_goodwill: wholeOr(0),
    note: textOr(''),
  },
  labels: {
    order_id: [TEXT, (column) => column.primaryKey().notNull().references('orders.id')],
    state: text,
    identifier: [WHOLE, (column) => column],
    attempts: wholeOr(0),
    next_attempt_at: optional,
    last_error: optional,
    created_at: text,
  },
  messages: {
    id: key,
    submission_id: uniqueIfAny,
    name: text,
    email: text,
    phone: optional,
    subject: text,
    message: text,
    contact_preference: text,
    spam_reason: optional,
    created_at: text,
    read_at: optional,
    replied_at: optional,
    is_spam: wholeOr(0),
    search_words: textOr(''),
  },
  message_answers: {
    id: key,
    message_id: dropsWith('messages.id'),
    text,
    person: text,
    person_id: text,
    created_at: text,
  },
  outbox: {
    id: key,
    kind: text,
    subject_id: text,
    recipient: text,
    reply_to: optional,
    subject: text,
    text_body: text,
    html_body: text,
    mime_message_id: unique,
    state: text,
    attempts: wholeOr(0),
    next_attempt_at: text,
    last_error: optional,
    created_at: text,
    sent_at: optional,
    retried_at: optional,
    sent_again_as: optional,
  },
  visit_counts: {
    day: text,
    kind: text,
    path: text,
    category: text,
    label: text,
    value: text,
    region: text,
    count: whole,
  },
  people: { id: key, name: text, name_key: unique, role: text, password_hash: optional },
  admin_sessions: { token_hash: key, created_at: text, last_seen_at: text, person_id: text },
  invitations: {
    key_hash: key,
    person_id: [TEXT, (column) => dropsWith('people.id')[1](column, '').unique()],
    ends_at: text,
  },
  passkeys: {
    id: key,
    person_id: dropsWith('people.id'),
    site: text,
    public_key: text,
    counter: whole,
    transports: text,
    created_at: text,
    last_used_at: optional,
  },
  watched_jobs: {
    name: key,
    last_good_at: optional,
    failing_since: optional,
    failures: amount,
    reason: optional,
    alerted_at: optional,
  },
  settings: { name: key, value: text },
};

/** What is unique in several columns together. */
const UNIQUE: Record<string, readonly string[]> = {
  refund_requests: ['order_id', 'id'],
  parcels: ['order_id', 'position'],
  outbox: ['kind', 'subject_id'],
  visit_counts: ['day', 'kind', 'path', 'category', 'label', 'value', 'region'],
};

const INDEXES = [
  'order_attempts_by_state ON order_attempts (state, created_at)',
  "order_attempts_held ON order_attempts (week, held_until) WHERE state = 'open'",
  'order_attempts_failed ON order_attempts (failed_at, held_by, failed_cards) WHERE failed_at IS NOT NULL',
  "order_attempts_waiting ON order_attempts (ends_at) WHERE state = 'open'",
  'orders_by_time ON orders (created_at DESC, id DESC)',
  // All that the sums are made of, so that the wide rows need not be read.
  `orders_for_sums ON orders (week, status, payment_status, quantity, unit_price_pence, total_pence, paid_amount,
    refunded_pence, goodwill_pence, id)`,
  "orders_flagged ON orders (id) WHERE flags != '[]'",
  'orders_by_label_problem ON orders (id) WHERE label_problem IS NOT NULL',
  'parcels_by_number ON parcels (tracking_number)',
  'order_events_by_order ON order_events (order_id, id)',
  'labels_due ON labels (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
  'messages_by_time ON messages (created_at DESC)',
  'messages_by_spam ON messages (is_spam, created_at DESC, id DESC)',
  'message_answers_by_message ON message_answers (message_id)',
  "outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting'",
  "outbox_failed ON outbox (id) WHERE state = 'failed'",
  'passkeys_by_person ON passkeys (person_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) {
    let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [column, [type, build]] of Object.entries(columns))
      table = table.addColumn(column, type, (definition) => build(definition, column));
    const together = UNIQUE[name];
    if (together) table = table.addUniqueConstraint(`${name}_once`, [...together]);
    await table.modifyEnd(STRICT).execute();
  }
  for (const index of INDEXES) await sql.raw(`CREATE INDEX ${index}`).execute(db);
  await sql`INSERT INTO people (id, name, name_key, role) VALUES ('owner', 'Owner', 'owner', 'owner')`.execute(
    db,
  );
  if (db.getExecutor().adapter instanceof PostgresAdapter) await addSharedTables(db);
}

/** What several services share, and one service on SQLite has in its memory: who works, and counts. */
async function addSharedTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('work_lease')
    .addColumn('id', WHOLE, (column) => column.primaryKey())
    .addColumn('holder', TEXT, (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .addColumn('calls', WHOLE, (column) => column.notNull().defaultTo(0))
    .execute();
  // Of `rate-limiter-flexible`. Not in the log of the database, because a crash may forget them.
  await sql`CREATE UNLOGGED TABLE request_counts
    (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`.execute(db);
}
