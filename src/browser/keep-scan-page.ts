import { type PageReport, SERVICE_WORKER_PATH } from '#domain/service-worker.ts';

/** Has the worker keep the scan page and its scripts, so that it opens in a barn without signal. */
export async function keepScanPage(): Promise<void> {
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
