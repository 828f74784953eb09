/** What one look at the shop has found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly subject: string;
  readonly ok: boolean;
  /** In plain words; where something is wrong, with what to do about it. */
  readonly sentence: string;
}

/** Sentences of what is wrong with a subject; where there are none, the one for when all is well. */
export function conclude(subject: string, problems: readonly string[], allWell: string): Finding[] {
  if (problems.length === 0) return [{ subject, ok: true, sentence: allWell }];
  return problems.map((sentence) => ({ subject, ok: false, sentence }));
}
