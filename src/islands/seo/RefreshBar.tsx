import { formatDay, londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { CheckState } from './use-checks.ts';

interface Props {
  readonly state: CheckState;
  readonly onRefresh: () => void;
}

/** The button, and when the checks last ran. The button keeps the focus while they run, so it is never disabled. */
export function RefreshBar({ state: { phase, checkedAt }, onRefresh }: Props) {
  const isAwaited = phase === 'waiting';
  const isRunning = phase !== 'finished';
  return (
    <>
      {isAwaited && (
        <noscript>
          <p className="seo-words">The checks run in your browser and need JavaScript. The rest is below.</p>
        </noscript>
      )}
      <div className={isAwaited ? 'actions seo-awaited' : 'actions'}>
        <button type="button" className="button" aria-disabled={isRunning} onClick={onRefresh}>
          Refresh Checks
        </button>
        <p className="seo-progress-note" role="status">
          {isRunning ? (
            <>
              <Spinner /> Running checks...
            </>
          ) : (
            'Checks finished.'
          )}
        </p>
        <p className="seo-checked">
          Last checked:{' '}
          {checkedAt === null ? (
            'not yet'
          ) : (
            <time dateTime={checkedAt.toISOString()}>{describeTime(checkedAt)}</time>
          )}
        </p>
      </div>
    </>
  );
}

/** `21 November 2026 at 14:00:02` in Europe/London. */
function describeTime(instant: Date): string {
  return `${formatDay(londonDay(instant), 'year')} at ${formatLondonTime(instant)}`;
}
