import type { Kysely, Selectable } from 'kysely';
import type { Database, MessageAnswersTable, SavedAnswersTable } from '../db/schema.ts';
import { findMailsOfAnswers, type ListedMail } from '../mail/mail-list-repository.ts';

export type SavedAnswer = Selectable<SavedAnswersTable>;

/** An answer in a message's thread, with its mail. The mail is undefined once it has been deleted. */
export interface ThreadAnswer extends Selectable<MessageAnswersTable> {
  readonly mail: ListedMail | undefined;
}

/** The answers to messages, oldest first. */
export async function findAnswers(
  db: Kysely<Database>,
  messageIds: readonly string[],
): Promise<ThreadAnswer[]> {
  if (messageIds.length === 0) return [];
  const answers = await db
    .selectFrom('messageAnswers')
    .selectAll()
    .where('messageId', 'in', messageIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const mails = await findMailsOfAnswers(
    db,
    answers.map((answer) => `${answer.messageId}/${answer.id}`),
  );
  return answers.map((answer) => ({ ...answer, mail: mails.get(`${answer.messageId}/${answer.id}`) }));
}

export function findSavedAnswers(db: Kysely<Database>): Promise<SavedAnswer[]> {
  return db.selectFrom('savedAnswers').selectAll().orderBy('title').orderBy('id').execute();
}

/** Adds a saved answer, or changes the one with that id. */
export async function putSavedAnswer(db: Kysely<Database>, answer: SavedAnswer): Promise<void> {
  const { title, text } = answer;
  await db
    .insertInto('savedAnswers')
    .values(answer)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title, text }))
    .execute();
}

export async function deleteSavedAnswer(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('savedAnswers').where('id', '=', id).execute();
}
