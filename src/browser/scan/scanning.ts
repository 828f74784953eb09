import { countOf } from '#domain/count.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import {
  applyScans,
  judgeSlip,
  parseSlipCode,
  readParcelCode,
  SCAN_WORDS,
  type Scan,
  type ScanOrder,
  type ScanProblem,
  type ScanResult,
  type ScanWeek,
  type SlipCode,
} from '#domain/orders/scans.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { isSignedOut } from '../admin-calls.ts';
import { callApiForJson } from '../api-client.ts';
import { createUuid } from '../random-id.ts';
import {
  changeQueue,
  keepScanWeek,
  readScans,
  type ScanQueue,
  type ScanStore,
  watchOtherTabs,
} from '../scan-store.ts';
import { giveSignal } from './signals.ts';

/** What the person is told, large. */
export interface Verdict {
  readonly tone: 'sent' | 'stop' | 'note';
  readonly heading: string;
  readonly text: string;
}

export interface ScanState extends ScanStore {
  /** The slip that was read, while its parcel is awaited. */
  readonly slip: SlipCode | null;
  readonly verdict: Verdict | null;
  /** The scan that can be taken back. */
  readonly last: Scan | null;
  readonly isOffline: boolean;
  readonly isSignedOut: boolean;
}

/** All but the queue, which is changed by a function. */
type Change = Partial<Omit<ScanState, keyof ScanQueue>>;

/** The camera sees a code many times. It counts again once it has been out of sight for this long. */
const SAME_CODE_MS = 2500;
const TRY_AGAIN_MS = 30_000;

/**
 * The work of the scan page: slips and parcels in, and the queue that hands them in. It begins with what the phone has
 * kept.
 * @param draw called with each new state, at first once it is asked to do something
 * @param onFresh called when the service has taken what waited
 */
export function startScanning(draw: (state: ScanState) => void, onFresh: () => void) {
  let state: ScanState = {
    ...readScans(new Date()),
    slip: null,
    verdict: null,
    last: null,
    isOffline: false,
    isSignedOut: false,
  };
  let seen = { text: '', at: 0 };
  let isHandingIn = false;

  const change = (part: Change) => {
    state = { ...state, ...part };
    if (part.week !== undefined) keepScanWeek(part.week);
    draw(state);
  };
  const queueUp = (alter: (kept: ScanQueue) => ScanQueue) => {
    state = { ...state, ...changeQueue(state, alter) };
    draw(state);
  };
  const tell = (verdict: Verdict, part: Change = {}) => {
    if (verdict.tone !== 'note') giveSignal(verdict.tone);
    change({ ...part, verdict });
  };
  const leave = () => change({ isSignedOut: true, week: null, slip: null });
  const fail = (error: unknown) => (isSignedOut(error) ? leave() : change({ isOffline: true }));

  const load = async (week: string) => {
    try {
      const url = `/api/admin/packing/scan?week=${week}`;
      change({ week: await callApiForJson<ScanWeek>({ method: 'GET', url }), isOffline: false });
    } catch (error) {
      fail(error);
    }
  };

  const takeAnswer = (result: ScanResult, scan: Scan) => {
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
    const { week } = state;
    const orders = week?.orders.map((order) =>
      order.orderNumber === result.order?.orderNumber ? result.order : order,
    );
    const part = week && orders ? { week: { ...week, orders } } : {};
    if (result.ok || !isNews) return change(part);
    const { problem, error } = result;
    const { heading } = SCAN_WORDS[problem];
    tell({ tone: 'stop', heading, text: `${scan.orderNumber}, ${scan.trackingNumber}: ${error}` }, part);
  };

  const handIn = async () => {
    if (isHandingIn) return;
    isHandingIn = true;
    try {
      for (let [scan] = state.queue; scan !== undefined; [scan] = state.queue) {
        // Again does no harm.
        const call = { method: 'POST', url: '/api/admin/packing/scans', payload: scan } as const;
        takeAnswer(await callApiForJson<ScanResult>(call), scan);
      }
      change({ isOffline: false });
      onFresh();
    } catch (error) {
      fail(error);
    } finally {
      isHandingIn = false;
    }
  };

  const find = (orderNumber: string): ScanOrder | undefined => {
    const order = state.week?.orders.find((each) => each.orderNumber === orderNumber);
    return order && applyScans(order, state.queue);
  };

  const stop = (problem: ScanProblem, about: string) => {
    const { heading, advice } = SCAN_WORDS[problem];
    tell({ tone: 'stop', heading, text: `${about}: ${advice}` }, { slip: null });
  };

  const readSlip = async (slip: SlipCode) => {
    const { orderNumber, digest } = slip;
    const { week } = state;
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
    const { slip, week } = state;
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
    const isSame = text === seen.text && at - seen.at < SAME_CODE_MS;
    seen = { text, at };
    if (isSame && !isTyped) return;
    // On a slip `BB-` is always there.
    const slip = parseSlipCode((isTyped && readOrderNumber(text)) || text);
    if (slip !== null) {
      if (isTyped || slip.orderNumber !== state.slip?.orderNumber) void readSlip(slip);
      return;
    }
    const number = readParcelCode(text);
    if (number !== null) readParcel(number);
    else if (isTyped)
      tell({ tone: 'stop', heading: SCAN_WORDS.invalid.heading, text: SCAN_WORDS.invalid.advice });
  };

  const undo = () => {
    const { last, queue } = state;
    if (last === null) return;
    const isWaiting = queue.some(({ id }) => id === last.id) && !isHandingIn;
    const text = `${last.trackingNumber} of ${last.orderNumber} is taken back.`;
    queueUp((kept) => ({
      ...kept,
      queue: isWaiting
        ? kept.queue.filter(({ id }) => id !== last.id)
        : [...kept.queue, { ...last, id: createUuid(), isUndone: true }],
    }));
    tell({ tone: 'note', heading: 'Taken back', text }, { last: null });
    void handIn();
  };

  const tryAgain = () => state.queue.length > 0 && void handIn();
  addEventListener('online', tryAgain);
  setInterval(tryAgain, TRY_AGAIN_MS);
  watchOtherTabs((store) => {
    state = { ...state, ...store };
    draw(state);
  });
  tryAgain();

  return {
    read: () => state,
    find,
    accept,
    undo,
    handIn,
    load,
    leave,
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
