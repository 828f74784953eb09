import { countOf } from '#domain/count.ts';
import '../../styles/panels.css';
import '../../styles/forms.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { labelWeek } from '#domain/delivery/weeks.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { formatOrderTime } from '#domain/orders/order-history.ts';
import type { AdminSession } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { SESSION_URL, WEEKS_URL } from '../../browser/admin-calls.ts';
import { callApiForJson } from '../../browser/api-client.ts';
import { keepScanPage } from '../../browser/keep-scan-page.ts';
import { createQueryClient } from '../../browser/query-client.ts';
import { SignIn } from '../admin/SignIn.tsx';
import { Scanner } from './Scanner.tsx';
import { useScanning } from './use-scanning.ts';
import { WaitingScans } from './WaitingScans.tsx';

// Sends parcels with the camera, also without signal. It is an island because all of it happens after the page has
// loaded. Without script the page says so: tracking numbers can be entered in the list of orders.

export default function ScanPage() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ScanBoard />
    </QueryClientProvider>
  );
}

function ScanBoard() {
  const [weeks, setWeeks] = useState<readonly WeekTotals[]>([]);
  const [session, setSession] = useState<AdminSession | null>(null);
  const readWeeks = useCallback(() => {
    callApiForJson<WeekTotals[]>({ method: 'GET', url: WEEKS_URL }).then(setWeeks, () => {});
  }, []);
  const scanning = useScanning(readWeeks);
  const { week, isSignedOut, load, handIn } = scanning;
  const chosen = week?.week ?? weeks.find(({ toPack }) => toPack > 0)?.week ?? weeks[0]?.week;

  useEffect(() => {
    keepScanPage();
    callApiForJson<AdminSession>({ method: 'GET', url: SESSION_URL }).then(
      (found) => {
        setSession(found);
        if (found.signedIn) readWeeks();
      },
      () => {},
    );
  }, [readWeeks]);
  // Read anew whenever the page is opened with signal.
  useEffect(() => {
    if (chosen !== undefined) void load(chosen);
  }, [chosen, load]);

  if (isSignedOut || session?.signedIn === false) {
    return (
      <div className="scan">
        <WaitingScans scanning={scanning} />
        <SignIn
          reason={null}
          offersPasskeys={session?.passkeys ?? false}
          onSignedIn={() => {
            setSession((known) => known && { ...known, signedIn: true, name: '', role: 'packer' });
            scanning.signedIn();
            readWeeks();
            void handIn();
            if (chosen !== undefined) void load(chosen);
          }}
        />
      </div>
    );
  }
  return (
    <div className="scan">
      <Scanner scanning={scanning} />
      <WaitingScans scanning={scanning} />
      <div className="scan-week">
        <label htmlFor="scan-week">Week to pack</label>
        <select id="scan-week" value={chosen ?? ''} onChange={(event) => void load(event.target.value)}>
          {week && !weeks.some((each) => each.week === week.week) && (
            <option value={week.week}>{labelWeek(week.week)}</option>
          )}
          {weeks.map((each) => (
            <option key={each.week} value={each.week}>
              {labelWeek(each.week)}, {formatBoxes(each.toPack)} to pack
            </option>
          ))}
        </select>
        <p className="hint">
          {week
            ? `${countOf(week.orders.length, 'order is', 'orders are')} on this phone, as of ${formatOrderTime(new Date(week.readAt))}.`
            : 'There are no orders on this phone yet. Open this page once where there is a signal.'}
        </p>
      </div>
    </div>
  );
}
