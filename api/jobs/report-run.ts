/** How a run of a job has ended. */
export type RunOutcome =
  | {
      readonly ok: true;
      /** Where what was made is older than the run that has found it. */
      readonly at?: Date;
      /** False where there was nothing to do: no failure is over by that. */
      readonly isProof?: boolean;
    }
  /** The reason is for the farm and the log: without personal data. */
  | { readonly ok: false; readonly reason: string };

/** To be called after each run of a job that came to an end. Never fails. */
export type ReportRun = (outcome: RunOutcome) => Promise<void>;
