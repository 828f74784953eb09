import type { ReportRun } from '../jobs/report-run.ts';
import type { Creation, Finding, LabelService } from './label-service.ts';

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
