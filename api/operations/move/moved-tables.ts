export interface MovedTable {
  readonly name: string;
  /** Columns by which its rows are read, one after another. */
  readonly key: readonly string[];
  /** Whether the database numbers its rows. */
  readonly isNumbered?: boolean;
}

/** Every table that is moved, those first that others refer to: all but the shared ones of Postgres and the list of migrations. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'people', key: ['id'] },
  { name: 'order_attempts', key: ['id'] },
  { name: 'orders', key: ['id'] },
  { name: 'order_flags', key: ['id'], isNumbered: true },
  { name: 'parcels', key: ['order_id', 'position'] },
  { name: 'order_events', key: ['id'], isNumbered: true },
  { name: 'refund_requests', key: ['order_id', 'id'] },
  { name: 'labels', key: ['order_id'] },
  { name: 'closed_weeks', key: ['week'] },
  { name: 'stripe_events', key: ['id'] },
  { name: 'messages', key: ['id'] },
  { name: 'message_answers', key: ['id'] },
  { name: 'outbox', key: ['id'] },
  { name: 'visit_counts', key: ['day', 'kind', 'path', 'category', 'label', 'value', 'region'] },
  { name: 'admin_sessions', key: ['token_hash'] },
  { name: 'invitations', key: ['key_hash'] },
  { name: 'passkeys', key: ['id'] },
  { name: 'watched_jobs', key: ['name'] },
  { name: 'settings', key: ['name'] },
];
