import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { labelWeek } from '#domain/delivery/weeks.ts';
import type { WeekJob, WeekJobRequest, WeekPlan } from '#domain/orders/week-jobs.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { createUuid } from '../../../browser/random-id.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';
import { buildPlanUrl, setClosed, startJob, WEEK_JOBS_URL } from '../../../browser/week-calls.ts';
import { SignedOutContext } from '../../ui/session.ts';
import { describeFailure } from '../bulk/BulkOutcome.tsx';
import { ClosingForm, type ClosingWish } from './ClosingForm.tsx';
import { ConfirmClosing } from './ConfirmClosing.tsx';
import { describePlan } from './describe-plan.ts';

interface CloseWeekDialogProps {
  readonly week: string;
  readonly onClose: () => void;
}

/** What closing a week would do, the choice, and one confirmation. */
export function CloseWeekDialog({ week, onClose }: CloseWeekDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const signOut = useContext(SignedOutContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const [wish, setWish] = useState<WeekJobRequest | null>(null);
  const [failure, setFailure] = useState('');
  const plan = useQuery<WeekPlan>({ queryKey: [buildPlanUrl(week)], gcTime: 0 });
  const closing = useMutation({ mutationFn: (isClosed: boolean) => setClosed(week, isClosed) });
  const starting = useMutation({ mutationFn: (job: WeekJobRequest) => startJob(week, job) });
  useEffect(() => dialog.current?.showModal(), []);

  const attempt = async (act: () => Promise<unknown>) => {
    setFailure('');
    try {
      await act();
      dialog.current?.close();
      void reloadOrders(client);
    } catch (error) {
      if (isSignedOut(error)) signOut();
      else setFailure(describeFailure(error as Error));
    }
  };
  // Made once, so that the same request after a lost answer begins nothing twice.
  const choose = (chosen: ClosingWish) => {
    setFailure('');
    setWish({ id: createUuid(), ...chosen });
  };
  const begin = (job: WeekJobRequest) =>
    attempt(async () => {
      const begun = await starting.mutateAsync(job);
      client.setQueryData<{ jobs: WeekJob[] } | null>([WEEK_JOBS_URL], (known) => ({
        jobs: [begun, ...(known?.jobs ?? []).filter((each) => each.id !== begun.id)],
      }));
    });
  const { data } = plan;

  return (
    <dialog
      className="admin-dialog close-week"
      ref={dialog}
      aria-labelledby={`${id}heading`}
      onClose={onClose}
    >
      <h3 id={`${id}heading`}>Close the {labelWeek(week).replace('Week', 'week')}</h3>
      {plan.isPending && <p role="status">Counting the orders...</p>}
      {plan.isError && (
        <p className="callout trouble" role="alert">
          {describeFailure(plan.error)}
        </p>
      )}
      {data && <p className="lead">{describePlan(data)}</p>}
      {data && wish && (
        <ConfirmClosing
          plan={data}
          wish={wish}
          isBusy={starting.isPending}
          onConfirm={() => void begin(wish)}
          onBack={() => setWish(null)}
        />
      )}
      {data && (
        <div hidden={wish !== null}>
          <ClosingForm
            plan={data}
            isBusy={closing.isPending}
            onChoose={choose}
            onSetClosed={(isClosed) => void attempt(() => closing.mutateAsync(isClosed))}
          />
        </div>
      )}
      {failure !== '' && (
        <p className="callout trouble" role="alert">
          {failure}
        </p>
      )}
      {!wish && (
        <button className="button quiet" type="button" onClick={() => dialog.current?.close()}>
          Go back
        </button>
      )}
    </dialog>
  );
}
