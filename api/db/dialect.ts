import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteQueryCompiler,
  sql,
} from 'kysely';

/**
 * The words of SQL that SQLite and Postgres do not share: all of them, for every query of the service. It is no layer
 * over databases: queries are written once, in Kysely or in SQL that both engines read (`CASE` and not the scalar `min`,
 * `FILTER`, `ON CONFLICT`, `RETURNING`), and only where no such SQL exists do they take a word from here. How the tables
 * are made is in `migrations/`, how Postgres is opened and kept to one writer in `postgres.ts`.
 */
const EITHER = 'sqlite or postgres';

type Word<T> = ExpressionWrapper<never, never, T>;

/** SQL in two ways of writing, of which the database that reads it gets its own. */
export function either<T>(sqlite: Expression<T>, postgres: Expression<T>): Word<T> {
  return new ExpressionWrapper(
    FunctionNode.create(EITHER, [sqlite.toOperationNode(), postgres.toOperationNode()]),
  );
}

/** Where a text begins in another, from 1; 0 if it does not occur. */
export function placeIn(text: RawBuilder<string>, part: Expression<string> | string): Word<number> {
  return either(sql<number>`instr(${text}, ${part})`, sql<number>`strpos(${text}, ${part})`);
}

/** A number, but not less than 0. */
export function notBelowZero(number: RawBuilder<number>): Word<number> {
  return either(sql<number>`max(0, ${number})`, sql<number>`greatest(0, ${number})`);
}

/**
 * Rows of a subquery as the text of a JSON array of objects.
 * @param fields names and values, such as `'code', code`
 * @param rows what follows FROM
 */
export function jsonList(fields: Expression<unknown>, rows: Expression<unknown>): Word<string> {
  return either(
    sql<string>`(SELECT json_group_array(json_object(${fields})) FROM (SELECT * FROM ${rows}))`,
    sql<string>`(SELECT coalesce(json_agg(json_build_object(${fields})), '[]')::text FROM (SELECT * FROM ${rows}) AS listed)`,
  );
}

/** Text that is JSON already, inside of such a list. */
export function json(text: RawBuilder<string>): Word<unknown> {
  return either(sql`json(${text})`, sql`${text}::json`);
}

/** The values of a JSON object, as the rows of a column `value`; for FROM. */
export function jsonValues(text: RawBuilder<string>): Word<unknown> {
  return either(sql`json_each(${text})`, sql`json_each_text(${text}::json)`);
}

/** The order in which rows of `order_flags` were written. */
export const BY_AGE = either<unknown>(sql`rowid`, sql`place`);

export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    if (!visitOwn(node, 0, (own) => this.visitNode(own))) super.visitFunction(node);
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    if (!visitOwn(node, 1, (own) => this.visitNode(own))) super.visitFunction(node);
  }
}

type Node = FunctionNode['arguments'][number];

function visitOwn({ func, arguments: words }: FunctionNode, index: number, visit: (own: Node) => void) {
  const own = words[index];
  if (func !== EITHER || own === undefined) return false;
  visit(own);
  return true;
}
