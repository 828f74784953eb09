import SqliteDatabase from 'better-sqlite3';

/** A page view, click or search as the service has stored it. */
export interface StoredEvent {
  kind: string;
  path: string;
  category: string | null;
  label: string | null;
  value: string | null;
  region: string;
}

/** Opens the database of a running service. @returns what reads the events that were stored since then, in order */
export function watchEvents(file: string): { read: () => StoredEvent[]; close: () => void } {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const { last } = sqlite
    .prepare<[], { last: number | null }>('SELECT max(id) AS last FROM analytics_events')
    .get() ?? { last: null };
  const query = sqlite.prepare<[number], StoredEvent>(
    'SELECT kind, path, category, label, value, region FROM analytics_events WHERE id > ? ORDER BY id',
  );
  return { read: () => query.all(last ?? 0), close: () => sqlite.close() };
}
