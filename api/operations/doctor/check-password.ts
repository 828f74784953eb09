import { isGuessable } from '../../admin/guessable-password.ts';
import { type CheckResult, conclude } from './check-result.ts';

/** @param password as `ADMIN_PASSWORD` has it */
export function checkPassword(password: string | undefined, names: readonly string[]): CheckResult[] {
  if (password === undefined) {
    return conclude('admin password', [], 'ADMIN_PASSWORD is not set: the one of an earlier start stays.');
  }
  return conclude(
    'admin password',
    isGuessable(password, names)
      ? ['ADMIN_PASSWORD can be guessed: take four or more words that have nothing to do with each other.']
      : [],
    'ADMIN_PASSWORD is not one of those tried first.',
  );
}
