import type { Page } from '@playwright/test';

/** A camera and a code reader that show whatever `window.shown` holds, from the next page on. */
export async function standInForCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Detector {
      static getSupportedFormats = async () => ['qr_code', 'code_128'];
      detect = async () => {
        const { shown } = window as { shown?: string };
        return shown ? [{ rawValue: shown }] : [];
      };
    }
    Object.assign(window, { BarcodeDetector: Detector });
    const canvas = document.createElement('canvas');
    const picture = canvas.getContext('2d');
    setInterval(() => picture?.fillRect(0, 0, 9, 9), 100);
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => canvas.captureStream(5) },
    });
  });
}
