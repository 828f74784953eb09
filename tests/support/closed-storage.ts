import type { Page } from '@playwright/test';

/** Local and session storage that the browser keeps from pages, or that take nothing more. */
export async function closeStorage(page: Page, how: 'closed' | 'full'): Promise<void> {
  await page.addInitScript((kind) => {
    const refuse = () => {
      throw new DOMException('No storage here', kind === 'full' ? 'QuotaExceededError' : 'SecurityError');
    };
    if (kind === 'full') Storage.prototype.setItem = refuse;
    else
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: refuse });
  }, how);
}
