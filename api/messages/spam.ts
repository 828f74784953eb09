/** What a submission shows of how it was filled in. */
export interface SubmissionSigns {
  /** What the field out of sight holds. */
  readonly honeypot: string;
  /** Milliseconds since 1970, by the sender's own clock; absent where no script ran. */
  readonly startedAt?: number | undefined;
  readonly sentAt?: number | undefined;
}

/** Nobody reads the form and fills in four fields in less. */
const SHORTEST_MS = 2000;

/**
 * Why a submission looks like a robot's, or null. It only marks: a suspected message is kept and answered like any
 * other. A form that was sent before it was opened says something of a clock, and nothing of its owner.
 */
export function findSpamReason({ honeypot, startedAt, sentAt }: SubmissionSigns, now: Date): string | null {
  if (honeypot !== '') return 'the field out of sight was filled in';
  if (startedAt === undefined) return null;
  const elapsed = (sentAt ?? now.getTime()) - startedAt;
  return elapsed >= 0 && elapsed < SHORTEST_MS ? 'the form was filled in within two seconds' : null;
}
