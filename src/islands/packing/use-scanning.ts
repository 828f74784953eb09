import { useCallback, useEffect, useReducer, useRef } from 'react';
import { countOf } from '#domain/count.ts';
import {
  applyScans,
  judgeSlip,
  readParcelCode,
  SCAN_WORDS,
  type Scan,
  type ScanOrder,
  type ScanProblem,
  type ScanResult,
} from '#domain/orders/scans.ts';
import { parseSlipCode, type SlipCode } from '#domain/orders/slip-code.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { isSignedOut } from '../../browser/admin-calls.ts';
import { createUuid } from '../../browser/random-id.ts';
import { handInScan, readScanWeek } from '../../browser/scan-calls.ts';
import { giveSignal } from '../../browser/scan-signals.ts';
import {
  changeQueue,
  keepScanWeek,
  readScans,
  type ScanQueue,
  type ScanStore,
  watchOtherTabs,
} from '../../browser/scan-store.ts';

/** What the person is told, large. */
export interface Verdict {
  readonly tone: 'sent' | 'stop' | 'note';
  readonly heading: string;
  readonly text: string;
}

interface Scanning extends ScanStore {
  /** The slip that was read, while its parcel is awaited. */
  readonly slip: SlipCode | null;
  readonly verdict: Verdict | null;
  /** The scan that can be taken back. */
  readonly last: Scan | null;
  readonly isOffline: boolean;
  readonly isSignedOut: boolean;
}

/** All but the queue, which is changed by a function. */
type Change = Partial<Omit<Scanning, keyof ScanQueue>>;

/** The camera sees a code many times. It counts again once it has been out of sight for this long. */
const SAME_CODE_MS = 2500;
const TRY_AGAIN_MS = 30_000;

/** The work of the scan page: slips and parcels in, and the queue that hands them in. */
export function useScanning(onFresh: () => void) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // In a ref, because the camera and the network go on between two renderings.
  const state = useRef<Scanning | null>(null);
  state.current ??= {
    ...readScans(new Date()),
    slip: null,
    verdict: null,
    last: null,
    isOffline: false,
    isSignedOut: false,
  };
  const seen = useRef({ text: '', at: 0 });
  const isHandingIn = useRef(false);

  const now = useCallback(() => state.current as Scanning, []);
  const change = useCallback((part: Change) => {
    state.current = { ...(state.current as Scanning), ...part };
    if (part.week !== undefined) keepScanWeek(part.week);
    redraw();
  }, []);
  const queueUp = useCallback(
    (alter: (kept: ScanQueue) => ScanQueue) => {
      state.current = { ...now(), ...changeQueue(now(), alter) };
      redraw();
    },
    [now],
  );
  const tell = useCallback(
    (verdict: Verdict, part: Change = {}) => {
      if (verdict.tone !== 'note') giveSignal(verdict.tone);
      change({ ...part, verdict });
    },
    [change],
  );

  const fail = useCallback(
    (error: unknown) => {
      if (!isSignedOut(error)) return change({ isOffline: true });
      change({ isSignedOut: true, week: null, slip: null });
    },
    [change],
  );

  const load = useCallback(
    async (week: string) => {
      try {
        change({ week: await readScanWeek(week), isOffline: false, isSignedOut: false });
      } catch (error) {
        fail(error);
      }
    },
    [change, fail],
  );

  const takeAnswer = useCallback(
    (result: ScanResult, scan: Scan) => {
      let isNews = false;
      queueUp(({ queue, refused }) => {
        // Another tab may have handed it in as well, and have its answer already.
        isNews = queue.some(({ id }) => id === scan.id);
        return {
          queue: queue.filter(({ id }) => id !== scan.id),
          refused:
            isNews && !result.ok
              ? [...refused, { scan, problem: result.problem, error: result.error }]
              : refused,
        };
      });
      const { week } = now();
      const orders = week?.orders.map((order) =>
        order.orderNumber === result.order?.orderNumber ? result.order : order,
      );
      const part = week && orders ? { week: { ...week, orders } } : {};
      if (result.ok || !isNews) return change(part);
      const { problem, error } = result;
      const { heading } = SCAN_WORDS[problem];
      tell({ tone: 'stop', heading, text: `${scan.orderNumber}, ${scan.trackingNumber}: ${error}` }, part);
    },
    [change, now, queueUp, tell],
  );

  const handIn = useCallback(async () => {
    if (isHandingIn.current) return;
    isHandingIn.current = true;
    try {
      for (let [scan] = now().queue; scan !== undefined; [scan] = now().queue) {
        takeAnswer(await handInScan(scan), scan);
      }
      change({ isOffline: false });
      onFresh();
    } catch (error) {
      fail(error);
    } finally {
      isHandingIn.current = false;
    }
  }, [change, fail, now, onFresh, takeAnswer]);

  const find = (orderNumber: string): ScanOrder | undefined => {
    const order = now().week?.orders.find((each) => each.orderNumber === orderNumber);
    return order && applyScans(order, now().queue);
  };

  const stop = (problem: ScanProblem, about: string) => {
    const { heading, advice } = SCAN_WORDS[problem];
    tell({ tone: 'stop', heading, text: `${about}: ${advice}` }, { slip: null });
  };

  const readSlip = async (slip: SlipCode) => {
    const { orderNumber, digest } = slip;
    const { week } = now();
    let problem = judgeSlip(find(orderNumber), digest);
    // It may have been ordered, or changed, since the phone asked.
    if ((problem === 'unknown' || problem === 'changed') && week && navigator.onLine) {
      await load(week.week);
      problem = judgeSlip(find(orderNumber), digest);
    }
    if (problem !== null) return stop(problem, orderNumber);
    giveSignal('read');
    change({ slip, verdict: null });
  };

  const readParcel = (trackingNumber: string) => {
    const { slip, week } = now();
    const owner = week?.orders.find((each) =>
      find(each.orderNumber)?.trackingNumbers.includes(trackingNumber),
    );
    if (slip === null) {
      const isKnown = owner !== undefined;
      const heading = isKnown ? 'Already sent' : 'First the slip';
      const text = isKnown
        ? `${trackingNumber}, ${owner.orderNumber}`
        : 'Read the code on the slip, then the parcel.';
      return tell({ tone: 'note', heading, text });
    }
    const { orderNumber, digest } = slip;
    if (owner && owner.orderNumber !== orderNumber) {
      return tell({
        tone: 'stop',
        heading: SCAN_WORDS.other_order.heading,
        text: `${trackingNumber} belongs to ${owner.orderNumber}.`,
      });
    }
    if (owner)
      return tell({ tone: 'note', heading: 'Already sent', text: `${trackingNumber}, ${orderNumber}` });
    const scan = { id: createUuid(), orderNumber, trackingNumber, digest, isUndone: false };
    queueUp(({ queue, refused }) => ({ queue: [...queue, scan], refused }));
    const order = find(orderNumber);
    tell(
      {
        tone: 'sent',
        heading: 'Sent',
        text: `${orderNumber}, ${order?.name}: ${order && describeLeft(order)}`,
      },
      { slip: null, last: scan },
    );
    void handIn();
  };

  /** @param isTyped whether somebody typed it, so that it counts again, and a mistake is told */
  const accept = (text: string, isTyped: boolean) => {
    const at = Date.now();
    const isSame = text === seen.current.text && at - seen.current.at < SAME_CODE_MS;
    seen.current = { text, at };
    if (isSame && !isTyped) return;
    const slip = parseSlipCode(text);
    if (slip !== null) {
      if (isTyped || slip.orderNumber !== now().slip?.orderNumber) void readSlip(slip);
      return;
    }
    const number = readParcelCode(text);
    if (number !== null) readParcel(number);
    else if (isTyped)
      tell({ tone: 'stop', heading: SCAN_WORDS.invalid.heading, text: SCAN_WORDS.invalid.advice });
  };

  const undo = () => {
    const { last, queue } = now();
    if (last === null) return;
    const isWaiting = queue.some(({ id }) => id === last.id) && !isHandingIn.current;
    const text = `${last.trackingNumber} of ${last.orderNumber} is not sent.`;
    queueUp((kept) => ({
      ...kept,
      queue: isWaiting
        ? kept.queue.filter(({ id }) => id !== last.id)
        : [...kept.queue, { ...last, id: createUuid(), isUndone: true }],
    }));
    tell({ tone: 'note', heading: 'Taken back', text }, { last: null });
    void handIn();
  };

  useEffect(() => {
    const tryAgain = () => now().queue.length > 0 && void handIn();
    tryAgain();
    addEventListener('online', tryAgain);
    const timer = setInterval(tryAgain, TRY_AGAIN_MS);
    const stopWatching = watchOtherTabs((store) => {
      state.current = { ...now(), ...store };
      redraw();
    });
    return () => {
      stopWatching();
      removeEventListener('online', tryAgain);
      clearInterval(timer);
    };
  }, [handIn, now]);

  return {
    ...now(),
    order: now().slip ? find(now().slip?.orderNumber ?? '') : undefined,
    accept,
    undo,
    handIn,
    load,
    signedIn: () => change({ isSignedOut: false }),
    leaveSlip: () => change({ slip: null }),
    dismiss: (id: string) =>
      queueUp((kept) => ({ ...kept, refused: kept.refused.filter(({ scan }) => scan.id !== id) })),
  };
}

function describeLeft({ boxes, trackingNumbers }: ScanOrder): string {
  if (boxes === 1) return 'its box is sent.';
  const sent = trackingNumbers.length;
  return sent >= boxes
    ? `all ${formatBoxes(boxes)} are sent.`
    : `${countOf(sent, 'parcel')} sent, of ${formatBoxes(boxes)}.`;
}
