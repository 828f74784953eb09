/** What one look at the shop has found. */
export interface CheckResult {
  /** What was looked at, in a word or two. */
  readonly subject: string;
  readonly ok: boolean;
  /** In plain words; where something is wrong, with what to do about it. */
  readonly message: string;
}

/** Sentences of what is wrong with a subject; where there are none, the one for when all is well. */
export function conclude(subject: string, problems: readonly string[], allWell: string): CheckResult[] {
  if (problems.length === 0) return [{ subject, ok: true, message: allWell }];
  return problems.map((message) => ({ subject, ok: false, message }));
}
