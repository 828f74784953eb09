import './close-week.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef } from 'react';
import { countOf, formatCount } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import type { WeekJob } from '#domain/orders/week-jobs.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { createReader } from '../../../browser/query-client.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';
import { steerJob, WEEK_JOBS_URL } from '../../../browser/week-calls.ts';
import { RoleContext, SignedOutContext } from '../../ui/session.ts';
import { describeFailure } from '../bulk/BulkOutcome.tsx';

const readJobs = createReader<{ jobs: WeekJob[] }>({ on401: 'empty' });
const POLL_MS = 1000;

/**
 * The jobs for closed weeks, for owners. While one is running, its progress is asked for each second; the list is read
 * again at its end.
 */
export function WeekJobs() {
  const client = useQueryClient();
  const role = useContext(RoleContext);
  const signOut = useContext(SignedOutContext);
  const { data } = useQuery<{ jobs: WeekJob[] } | null>({
    queryKey: [WEEK_JOBS_URL],
    queryFn: readJobs,
    enabled: role === 'owner',
    refetchInterval: ({ state }) => (countRunning(state.data?.jobs) > 0 ? POLL_MS : false),
  });
  const steer = useMutation({
    mutationFn: ({ id, step }: { id: string; step: 'stop' | 'continue' }) => steerJob(id, step),
    onSuccess: (job) =>
      client.setQueryData<{ jobs: WeekJob[] }>(
        [WEEK_JOBS_URL],
        (known) => known && { jobs: known.jobs.map((each) => (each.id === job.id ? job : each)) },
      ),
    onError: (error) => {
      if (isSignedOut(error)) signOut();
    },
  });
  const running = countRunning(data?.jobs);
  const section = useRef<HTMLElement>(null);
  const before = useRef<number | null>(null);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    // The pressed button is gone.
    if (before.current !== null && running > before.current) section.current?.focus();
    if (before.current !== null && running < before.current) void reloadOrders(client);
    before.current = running;
  }, [isKnown, running, client]);

  if (!data || data.jobs.length === 0) return null;
  return (
    <section aria-label="Closed weeks" className="week-jobs" ref={section} tabIndex={-1}>
      {data.jobs.map((job) => (
        <JobProgress key={job.id} job={job} onSteer={(step) => steer.mutate({ id: job.id, step })} />
      ))}
      {steer.isError && <p role="alert">{describeFailure(steer.error)}</p>}
    </section>
  );
}

interface JobProgressProps {
  readonly job: WeekJob;
  readonly onSteer: (step: 'stop' | 'continue') => void;
}

/** How far a job is, what it waits for, and the orders that it could not do. */
export function JobProgress({ job, onSteer }: JobProgressProps) {
  const { state, total, done, refused, trouble } = job;
  const looks = countOf(refused.length, 'needs a look', 'need a look');
  const isOver = state === 'done';
  return (
    <div className={refused.length > 0 || trouble !== null ? 'callout trouble' : 'callout'}>
      <p className="lead" role="status">
        {describeJob(job)}
      </p>
      <p>
        {formatCount(done)} of {formatCount(total)}
        {refused.length > 0 && `, ${looks}`}
      </p>
      {!isOver && <progress max={total} value={done + refused.length} aria-label={describeJob(job)} />}
      {trouble !== null && <p role="status">{trouble}</p>}
      {refused.length > 0 && (
        <details>
          <summary>{looks}</summary>
          <ul>
            {refused.map(({ orderNumber, reason }) => (
              <li key={orderNumber}>
                <a href={`?q=${orderNumber}`}>{orderNumber}</a>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {state === 'running' && (
        <button className="button quiet" type="button" onClick={() => onSteer('stop')}>
          Stop
        </button>
      )}
      {(state === 'stopped' || (isOver && refused.length > 0)) && (
        <button className="button quiet" type="button" onClick={() => onSteer('continue')}>
          {state === 'stopped' ? 'Go on' : 'Try again'}
        </button>
      )}
    </div>
  );
}

function describeJob({ week, action, toWeek, state, person }: WeekJob): string {
  const from = labelWeek(week).replace('Week', 'week');
  const what =
    action === 'refund'
      ? `The ${from} is cancelled and refunded`
      : `The ${from} moves to the ${labelWeek(toWeek ?? '').replace('Week', 'week')}`;
  return { running: `${what}, started by ${person}.`, stopped: `${what}: stopped.`, done: `${what}: done.` }[
    state
  ];
}

function countRunning(jobs: readonly WeekJob[] = []): number {
  return jobs.filter(({ state }) => state === 'running').length;
}
