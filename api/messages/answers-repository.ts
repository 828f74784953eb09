import type { Kysely, Selectable } from 'kysely';
import type { Database, MessageAnswersTable } from '../db/schema.ts';
import { findMailsOfAnswers, type ListedMail } from '../mail/mail-list-repository.ts';

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
