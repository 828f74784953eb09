import { SCAN_WORDS } from '#domain/orders/scans.ts';
import { Scanner } from '../islands/packing/Scanner.tsx';
import { WaitingScans } from '../islands/packing/WaitingScans.tsx';
import { doNothing } from './made-up.ts';

const SCAN = { id: '1', orderNumber: 'BB-7F3M-2Q9', trackingNumber: 'QJ123456789GB', digest: null };
const { heading, advice } = SCAN_WORDS.cancelled;
const scan = { ...SCAN, isWhole: false, isUndone: false };

/** The scan page with an outdated slip, a scan that waits, and one that was refused. */
export function Scanning() {
  const scanning = {
    week: null,
    queue: [scan],
    refused: [{ scan, problem: 'cancelled' as const, error: advice }],
    slip: null,
    order: undefined,
    isWhole: false,
    verdict: { tone: 'stop' as const, heading, text: `${SCAN.orderNumber}: ${advice}` },
    last: scan,
    isOffline: true,
    isSignedOut: false,
    accept: doNothing,
    undo: doNothing,
    handIn: async () => {},
    load: async () => {},
    signedIn: doNothing,
    chooseWhole: doNothing,
    leaveSlip: doNothing,
    dismiss: doNothing,
  };
  return (
    <div className="scan">
      <Scanner scanning={scanning} />
      <WaitingScans scanning={scanning} />
    </div>
  );
}
