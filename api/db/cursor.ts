import { type SqlBool, sql } from 'kysely';
import type { Instant } from './schema.ts';

/** A row's position in a list sorted by time. Rows of the same millisecond differ in their ids. */
export interface Cursor {
  readonly createdAt: Instant;
  readonly id: string;
}

export function formatCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** @returns null if the text is not a cursor */
export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString());
  return match?.[1] !== undefined && match[2] !== undefined ? { createdAt: match[1], id: match[2] } : null;
}

/**
 * The condition for the rows after a cursor. Unlike an offset, it costs the same on every page, and new rows shift
 * nothing.
 */
export function isAfter({ createdAt, id }: Cursor, sort: 'newest' | 'oldest') {
  return sql<SqlBool>`(created_at, id) ${sql.raw(sort === 'newest' ? '<' : '>')} (${createdAt}, ${id})`;
}

/** @param rows one more than the limit if there is a next page */
export function takePage<Row extends Cursor>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; next: Cursor | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next: last ? { createdAt: last.createdAt, id: last.id } : null };
}
