import type { PostalAddress } from '#domain/orders/order-fields.ts';
import type { ReportRun } from '../jobs/job.ts';

/** An order, as the carrier needs it. */
export interface Parcel {
  /** Our order number, by which the carrier can find it. */
  readonly reference: string;
  readonly address: PostalAddress | null;
  readonly boxes: number;
  /** Without what has been refunded. */
  readonly totalPence: number;
  readonly instructions: string | null;
  /** An instant in UTC. */
  readonly orderedAt: string;
  /** The Monday of the delivery week. */
  readonly week: string | null;
}

/** An order that the carrier knows. */
export interface CarrierOrder {
  readonly identifier: number;
  /** One for each of its packages; empty until all of their labels are made. */
  readonly trackingNumbers: readonly string[];
}

/** The outcome of the call that creates an order. Reasons are messages for the farm. */
export type Creation =
  | { readonly outcome: 'created'; readonly order: CarrierOrder }
  /** Not created, and asking again would not help. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not created, but may be asked for again later. */
  | { readonly outcome: 'not_taken'; readonly reason: string }
  /** It may have been created. */
  | { readonly outcome: 'unclear'; readonly reason: string };

export type Finding =
  | { readonly outcome: 'found'; readonly order: CarrierOrder }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A carrier's label service. Its methods return failures instead of throwing them. */
export interface LabelService {
  create(parcel: Parcel, signal: AbortSignal): Promise<Creation>;
  /** @param order the carrier's number for the order, or our reference if that is unknown */
  find(order: number | string, signal: AbortSignal): Promise<Finding>;
}

/** The same service, but reports whether the carrier answers and accepts our key. */
export function reportCalls(service: LabelService, reportRun: ReportRun): LabelService {
  async function tell<Answer extends Creation | Finding>(
    answer: Answer,
    stopping: AbortSignal,
  ): Promise<Answer> {
    // Aborted by us.
    if (stopping.aborted) return answer;
    const problem = describeProblem(answer);
    await reportRun(problem === null ? { ok: true } : { ok: false, reason: problem });
    return answer;
  }
  return {
    create: async (parcel, stopping) => tell(await service.create(parcel, stopping), stopping),
    find: async (order, stopping) => tell(await service.find(order, stopping), stopping),
  };
}

/** The carrier's failure. Null if it only refuses one order, which has its own reason. */
function describeProblem(answer: Creation | Finding): string | null {
  if (answer.outcome === 'not_taken' || answer.outcome === 'unknown') return answer.reason;
  // The reason may be the carrier's own message, which may quote the address.
  return answer.outcome === 'unclear' ? 'Royal Mail gave no clear answer.' : null;
}
