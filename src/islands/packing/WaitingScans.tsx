import { countOf } from '#domain/count.ts';
import { SCAN_WORDS } from '#domain/orders/scans.ts';
import type { useScanning } from './use-scanning.ts';

/** What waits on the phone, and what was refused and why, until somebody puts it away. */
export function WaitingScans({ scanning }: { readonly scanning: ReturnType<typeof useScanning> }) {
  const { queue, refused, isOffline, handIn, dismiss } = scanning;
  const waiting = countOf(queue.length, 'scan waits', 'scans wait');
  return (
    <section className="scan-waiting" aria-label="Handing in">
      <p role="status">
        {queue.length === 0
          ? isOffline
            ? 'No signal. Scans are kept on this phone.'
            : 'Everything is handed in.'
          : `${waiting} on this phone${isOffline ? ', because there is no signal' : ''}.`}
      </p>
      {queue.length > 0 && (
        <button className="button quiet" type="button" onClick={() => void handIn()}>
          Hand in now
        </button>
      )}
      {refused.length > 0 && (
        <>
          <h2>Refused ({refused.length})</h2>
          <ul className="plain">
            {refused.map(({ scan, problem, error }) => (
              <li key={scan.id} className="callout trouble">
                <p className="lead">
                  {SCAN_WORDS[problem].heading}: {scan.orderNumber}
                </p>
                <p>
                  {scan.trackingNumber}: {error}
                </p>
                <button className="button quiet" type="button" onClick={() => dismiss(scan.id)}>
                  I have seen to {scan.orderNumber}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
