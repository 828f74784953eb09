/** The result of one check. */
export interface CheckResult {
  /** What was checked, in a word or two. */
  readonly subject: string;
  readonly ok: boolean;
  /** In plain words. For a problem, with what to do about it. */
  readonly message: string;
}

/** One result per problem, or a single good one. */
export function conclude(subject: string, problems: readonly string[], allWell: string): CheckResult[] {
  if (problems.length === 0) return [{ subject, ok: true, message: allWell }];
  return problems.map((message) => ({ subject, ok: false, message }));
}
