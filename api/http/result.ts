import type { Problem } from './problems.ts';

/** Either what was asked for, or an expected failure. Bugs throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly problem: Problem;
}

export function refuse(problem: Problem): Refusal {
  return { ok: false, problem };
}
