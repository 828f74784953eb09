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
  /** Since the visit began; undefined until it has ended. */
  readonly endMs: number | undefined;
}

/** What the browser's own performance entries say of a visit. */
export interface PaintFigures {
  readonly fcpMs: number;
  readonly lcpMs: number;
  /** The address of the picture that was painted largest, or '' where it was text or stood in the page. */
  readonly lcpUrl: string;
  readonly cls: number;
  /** What has moved, from where to where, for whoever has to find out why. */
  readonly shifts: readonly string[];
  /** What tasks of the main thread took beyond 50 ms each, after the first paint. */
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
  const requests = new Map<
    string,
    { path: string; type: string; bytes: number; endMs: number | undefined }
  >();
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
    requests.set(requestId, { path: pathname, type: type ?? 'Other', bytes: 0, endMs: undefined });
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

/** Runs in the page, before anything of its own. */
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
