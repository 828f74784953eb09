import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteQueryCompiler,
  sql,
  ValueNode,
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
  // As a value, which no plugin looks into: SQLite's queries cost no more for the other way.
  const other = ValueNode.create(postgres.toOperationNode());
  return new ExpressionWrapper(FunctionNode.create(EITHER, [sqlite.toOperationNode(), other]));
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
export function jsonList(fields: string, rows: string): Word<string> {
  return either(
    sql.raw<string>(`(SELECT json_group_array(json_object(${fields})) FROM (SELECT * FROM ${rows}))`),
    sql.raw<string>(
      `(SELECT coalesce(json_agg(json_build_object(${fields})), '[]')::text FROM (SELECT * FROM ${rows}) AS listed)`,
    ),
  );
}

/** The values of a JSON object, as the rows of a column `value`; for FROM. */
export function jsonValues(text: RawBuilder<string>): Word<unknown> {
  return either(sql`json_each(${text})`, sql`json_each_text(${text}::json)`);
}

export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const [own] = node.arguments;
    if (node.func === EITHER && own) this.visitNode(own);
    else super.visitFunction(node);
  }
}

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const own = node.arguments[1];
    if (node.func === EITHER && own && ValueNode.is(own)) this.visitNode(own.value as OperationNode);
    else super.visitFunction(node);
  }
}
