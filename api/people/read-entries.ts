import type { Kysely } from 'kysely';
import { LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#domain/people.ts';
import { hasWords, parseLine } from '#domain/plain-text.ts';
import { isGuessable } from '../admin/guessable-password.ts';
import { findPersonByName } from '../admin/people-repository.ts';
import type { Database } from '../db/schema.ts';

/** What was entered, or a message on what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly message: string };

/** @param ownId of the person whose name it may be already */
export async function readName(
  db: Kysely<Database>,
  typed: string,
  ownId: string | null,
): Promise<Reading<string>> {
  const name = parseLine(typed)?.replace(/\s+/g, ' ') ?? '';
  if (!hasWords(name)) return { message: 'Please enter a name.' };
  if (name.length > LONGEST_NAME) {
    return { message: `Please keep the name below ${LONGEST_NAME} characters.` };
  }
  const holder = await findPersonByName(db, name);
  if (holder !== undefined && holder.id !== ownId) {
    return { message: 'Somebody has this name already. Please add a template or a surname.' };
  }
  return { value: name };
}

/** @param names what everybody knows: the farm's and the person's own */
export function readNewPassword(typed: string, names: readonly string[]): Reading<string> {
  if (typed.length < SHORTEST_PASSWORD) {
    return { message: `Please choose a password of at least ${SHORTEST_PASSWORD} characters.` };
  }
  if (typed.length > LONGEST_PASSWORD) {
    return { message: `Please keep the password below ${LONGEST_PASSWORD} characters.` };
  }
  if (isGuessable(typed, names)) {
    return {
      message:
        'That password can be guessed. Please take four or more words that have nothing to do with each other.',
    };
  }
  return { value: typed };
}
