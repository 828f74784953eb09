import { countOf } from '#domain/count.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { formatOrderTime } from '#domain/orders/order-history.ts';
import { SCAN_WORDS, type ScanOrder, type SlipCode } from '#domain/orders/scans.ts';
import type { AdminSession } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type PageReport, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { SESSION_URL, WEEKS_URL } from '../admin-calls.ts';
import { callApiForJson } from '../api-client.ts';
import type { RefusedScan } from '../scan-store.ts';
import { startCamera, stopCamera } from './camera.ts';
import { type ScanState, startScanning } from './scanning.ts';
import { allowSound } from './signals.ts';

/** Sends parcels with the camera, also without signal: draws `pages/admin/packing/scan.astro`. */

const find = <Found extends HTMLElement>(id: string) => document.getElementById(`scan-${id}`) as Found;
const show = (id: string, isShown: boolean) => {
  find(id).hidden = !isShown;
};
const onClick = (id: string, act: () => void) => find(id).addEventListener('click', act);

const video = find<HTMLVideoElement>('video');
const field = find<HTMLInputElement>('text');
const choice = find<HTMLSelectElement>('week');
let weeks: readonly WeekTotals[] = [];
/** As they are in the page, so that nothing is announced twice, and no button is replaced under a finger. */
let saidLast = '';
let refusedLast: readonly RefusedScan[] = [];

const scanning = startScanning(draw, readWeeks);

onClick('start', () => void turnOn());
onClick('leave', scanning.leaveSlip);
onClick('undo', scanning.undo);
onClick('hand-in', () => void scanning.handIn());
choice.addEventListener('change', () => void scanning.load(choice.value));
find('type').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return field.focus();
  allowSound();
  scanning.accept(text, true);
  field.value = '';
});
void start();

async function start(): Promise<void> {
  draw(scanning.read());
  void keepPage();
  // Read anew whenever the page is opened with signal.
  const { week } = scanning.read();
  if (week) void scanning.load(week.week);
  const session = await callApiForJson<AdminSession>({ method: 'GET', url: SESSION_URL }).catch(() => null);
  if (session?.signedIn) await readWeeks();
  else if (session) scanning.leave();
}

async function readWeeks(): Promise<void> {
  const found = await callApiForJson<WeekTotals[]>({ method: 'GET', url: WEEKS_URL }).catch(() => null);
  if (found === null) return;
  weeks = found;
  const [first] = [...weeks.filter(({ toPack }) => toPack > 0), ...weeks];
  if (scanning.read().week === null && first) await scanning.load(first.week);
  else draw(scanning.read());
}

/** Has the worker keep the page and its scripts, so that it opens in a barn without signal. */
async function keepPage(): Promise<void> {
  const { serviceWorker: container } = navigator;
  // Missing on an insecure connection; there is no worker in development.
  if (!container || !import.meta.env.PROD) return;
  try {
    const registration = await container.register(SERVICE_WORKER_PATH);
    if (container.controller) await registration.update();
    const report: PageReport = { savesData: false, shown: undefined, keepsScan: true };
    const ask = () => container.controller?.postMessage(report);
    container.addEventListener('controllerchange', ask);
    ask();
  } catch {
    // Without signal it is kept already, or cannot be.
  }
}

async function turnOn(): Promise<void> {
  allowSound();
  showCamera(true);
  show('failure', false);
  show('starting', true);
  try {
    await startCamera(video, (text) => scanning.accept(text, false));
    show('starting', false);
    if (scanning.read().isSignedOut) stopCamera(video);
  } catch (error) {
    showCamera(false);
    find('failure').textContent = (error as Error).message;
    show('failure', true);
  }
}

function showCamera(isOn: boolean): void {
  show('camera', isOn);
  show('start', !isOn);
}

function draw(state: ScanState): void {
  const { slip, last, queue, isOffline, isSignedOut } = state;
  show('work', !isSignedOut);
  show('of-week', !isSignedOut);
  show('sign-in', isSignedOut);
  if (isSignedOut) {
    stopCamera(video);
    showCamera(false);
  }

  const order = slip === null ? undefined : scanning.find(slip.orderNumber);
  drawVerdict(state, order);
  find('wanted').textContent = order ? 'parcel’s number' : 'order number';
  show('leave', order !== undefined);
  show('undo', last !== null);
  find('last').textContent = last?.trackingNumber ?? '';

  const waiting = countOf(queue.length, 'scan waits', 'scans wait');
  const done = isOffline ? 'No signal. Scans are kept on this phone.' : 'Every scan has been sent.';
  find('waiting').textContent =
    queue.length === 0 ? done : `${waiting} on this phone${isOffline ? ', because there’s no signal' : ''}.`;
  show('hand-in', queue.length > 0);
  drawRefused(state);
  drawWeeks(state);
}

function drawVerdict({ verdict, slip }: ScanState, order: ScanOrder | undefined): void {
  const [heading, ...lines] = verdict ? [verdict.heading, verdict.text] : ask(slip, order);
  const box = find('verdict');
  box.className = `scan-verdict ${verdict?.tone ?? 'ask'}`;
  const said = [heading, ...lines].join('\n');
  if (said === saidLast) return;
  saidLast = said;
  const texts = lines.map((text) => Object.assign(document.createElement('p'), { textContent: text }));
  box.replaceChildren(Object.assign(document.createElement('strong'), { textContent: heading }), ...texts);
}

/** What is to be held in front of the camera. */
function ask(slip: SlipCode | null, order: ScanOrder | undefined): string[] {
  if (!order) return ['First the slip', 'Hold the code on the slip in front of the camera.'];
  const boxes = slip?.box ? `Box ${slip.box} of ${slip.boxes}` : formatBoxes(order.boxes);
  const sent = order.trackingNumbers.length;
  return [
    'Now the parcel',
    `${order.orderNumber}, ${order.name}, ${order.town}`,
    boxes + (sent > 0 ? `, ${countOf(sent, 'parcel')} sent` : ''),
    ...(slip?.digest === null ? ['Compare the name, town and boxes with the slip.'] : []),
  ];
}

/** What was refused and why, until somebody puts it away. */
function drawRefused({ refused }: ScanState): void {
  show('refused', refused.length > 0);
  if (refused === refusedLast) return;
  refusedLast = refused;
  find('refused-count').textContent = String(refused.length);
  const { content } = find<HTMLTemplateElement>('refused-one');
  const items = refused.map(({ scan, problem, error }) => {
    const item = content.firstElementChild?.cloneNode(true) as HTMLElement;
    const [lead, reason, button] = item.children as HTMLCollectionOf<HTMLElement>;
    if (lead) lead.textContent = `${SCAN_WORDS[problem].heading}: ${scan.orderNumber}`;
    if (reason) reason.textContent = `${scan.trackingNumber}: ${error}`;
    if (button) button.textContent = `I have seen to ${scan.orderNumber}`;
    button?.addEventListener('click', () => scanning.dismiss(scan.id));
    return item;
  });
  find('refused-list').replaceChildren(...items);
}

function drawWeeks({ week }: ScanState): void {
  const labels = new Map(weeks.map((each) => [each.week, `${labelWeek(each.week)}: ${each.toPack} to pack`]));
  if (week && !labels.has(week.week)) labels.set(week.week, labelWeek(week.week));
  choice.replaceChildren(...[...labels].map(([value, label]) => new Option(label, value)));
  choice.value = week?.week ?? '';
  find('kept').textContent = week
    ? `${countOf(week.orders.length, 'order is', 'orders are')} on this phone, as of ${formatOrderTime(new Date(week.readAt))}.`
    : 'There are no orders on this phone yet. Open this page once where there’s a signal.';
}
