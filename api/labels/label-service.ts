import type { ReportRun } from '../jobs/timed-job.ts';

/** An order as a carrier needs it. */
export interface Parcel {
  /** Our order number: what it can be found by there. */
  readonly reference: string;
  readonly name: string;
  /** Street lines, separated by line feeds. */
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly boxes: number;
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
  /** Null until its label has been made. */
  readonly trackingNumber: string | null;
}

/** What came of the call that creates an order. Reasons are messages for the farm. */
export type Creation =
  | { readonly outcome: 'created'; readonly order: CarrierOrder }
  /** Nothing was created, nor would be if it were asked again. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Nothing was created, and it may be asked again later. */
  | { readonly outcome: 'not_taken'; readonly reason: string }
  /** It may have been created. */
  | { readonly outcome: 'unclear'; readonly reason: string };

export type Finding =
  | { readonly outcome: 'found'; readonly order: CarrierOrder }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A carrier's service for labels. Neither call throws for what the carrier does. */
export interface LabelService {
  create(parcel: Parcel, signal: AbortSignal): Promise<Creation>;
  /** @param order the carrier's number of the order, or our reference where that is not known */
  find(order: number | string, signal: AbortSignal): Promise<Finding>;
}

/** The same service, whose calls tell whether the carrier answers and takes our key. */
export function reportCalls(service: LabelService, reportRun: ReportRun): LabelService {
  async function tell<Answer extends Creation | Finding>(
    answer: Answer,
    stopping: AbortSignal,
  ): Promise<Answer> {
    // Broken off by us.
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

/** What is wrong with the carrier; null also where it only refuses one order, which says so itself. */
function describeProblem(answer: Creation | Finding): string | null {
  if (answer.outcome === 'not_taken' || answer.outcome === 'unknown') return answer.reason;
  // Its reason can be in the carrier's own words, which may quote the address.
  return answer.outcome === 'unclear' ? 'Royal Mail gave no clear answer.' : null;
}
