import type { CDPSession, Page } from '@playwright/test';

/** A mid-range phone, as its browser's context is opened. Without service workers, so that each visit is a first one. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: 'block',
} as const;

export interface VisitRequest {
  readonly path: string;
  /** As DevTools call it: Document, Script, Font, Image, Ping. */
  readonly type: string;
  /** Received in all, response headers included; 0 until it has ended. */
  readonly bytes: number;
  /** Those of the response headers among them. */
  readonly headerBytes: number;
  /** Since the visit's start; undefined until it has ended. */
  readonly endMs: number | undefined;
}

/** A visit in the browser's own performance entries. */
interface PaintFigures {
  readonly fcpMs: number;
  readonly lcpMs: number;
  /** The address of the picture that was painted largest, or '' where it was text or stood in the page. */
  readonly lcpUrl: string;
  readonly cls: number;
  /** The layout shifts, from where to where. */
  readonly shifts: readonly string[];
  /** Time of main-thread tasks beyond 50 ms each, after the first paint. */
  readonly blockingMs: number;
}

export interface VisitFigures extends PaintFigures {
  /** In the order in which they were asked for. A redirect is one request. */
  readonly requests: readonly VisitRequest[];
}

/**
 * Watches a page's next visit. Call it before the visit.
 * @returns a function that gives the figures so far
 */
export async function watchVisit(page: Page, devTools: CDPSession): Promise<() => Promise<VisitFigures>> {
  const requests = new Map<string, { -readonly [Key in keyof VisitRequest]: VisitRequest[Key] }>();
  let startedAt: number | undefined;
  const end = (id: string, timestamp: number, bytes: number) => {
    const request = requests.get(id);
    if (request === undefined || startedAt === undefined) return;
    Object.assign(request, { bytes, endMs: (timestamp - startedAt) * 1000 });
  };
  devTools.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!/^https?:/.test(request.url)) return;
    startedAt ??= timestamp;
    const { pathname } = new URL(request.url);
    const nothingYet = { bytes: 0, headerBytes: 0, endMs: undefined };
    requests.set(requestId, { path: pathname, type: type ?? 'Other', ...nothingYet });
  });
  devTools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.headerBytes = response.encodedDataLength;
  });
  devTools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    end(requestId, timestamp, encodedDataLength),
  );
  devTools.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp, 0));
  await devTools.send('Network.enable');
  await page.addInitScript(collectPaintFigures);
  return async () => ({ ...(await page.evaluate(readPaintFigures)), requests: [...requests.values()] });
}

export function sumBytes(requests: readonly VisitRequest[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The size in HTTP/2 (HPACK, RFC 7541) of the first response headers, and of nearly identical later ones. */
const FIRST_HEADERS_RATIO = 0.8;
const REPEATED_HEADERS_BYTES = 60;

/** The sum that visitors receive through a proxy that speaks HTTP/2, from requests that were made over HTTP/1.1. */
export function sumBytesOverHttp2(requests: readonly VisitRequest[]): number {
  const [first = 0, ...others] = requests.map(({ headerBytes }) => headerBytes).filter((bytes) => bytes > 0);
  const headers = first + others.reduce((sum, bytes) => sum + bytes, 0);
  return sumBytes(requests) - headers + first * FIRST_HEADERS_RATIO + others.length * REPEATED_HEADERS_BYTES;
}

/** Runs in the page before its scripts. */
function collectPaintFigures(): void {
  const figures = { fcpMs: 0, lcpMs: 0, lcpUrl: '', cls: 0, shifts: [] as string[], blockingMs: 0 };
  Object.assign(window, { paintFigures: figures });
  const observe = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') figures.fcpMs = startTime;
  });
  observe<PerformanceEntry & { url: string }>('largest-contentful-paint', ({ startTime, url }) => {
    figures.lcpMs = startTime;
    figures.lcpUrl = url;
  });
  interface Shift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const describe = ({ node, previousRect: from, currentRect: to }: Shift['sources'][number]) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
    return `${element?.outerHTML.slice(0, 80)}: ${place(from)} to ${place(to)}`;
  };
  observe<Shift>('layout-shift', ({ value, sources }) => {
    figures.cls += value;
    figures.shifts.push(...sources.map(describe));
  });
  observe('longtask', ({ startTime, duration }) => {
    if (figures.fcpMs > 0 && startTime + duration > figures.fcpMs) figures.blockingMs += duration - 50;
  });
}

/** Runs in the page. Entries are handed out after a frame; two frames later they are there. */
async function readPaintFigures(): Promise<PaintFigures> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
  return (window as unknown as { paintFigures: PaintFigures }).paintFigures;
}

/** The browser's own setting, which `rem` and the `em` of media queries follow. 16 is what browsers start with. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}
