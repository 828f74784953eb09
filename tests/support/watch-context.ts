import type { BrowserContext } from '@playwright/test';

/**
 * Collects what should not happen in any page of a context: console errors and warnings, refused focus, uncaught exceptions,
 * and requests to other hosts, which do not resolve here (see chromium.ts). A request that a test answers
 * itself with `page.route` does not count.
 * @returns a list that grows as the pages run
 */
export function watchContext(context: BrowserContext): string[] {
  const findings: string[] = [];
  context.on('console', (message) => {
    const isNoted = message.text().startsWith('Autofocus processing was blocked');
    if (message.type() !== 'error' && message.type() !== 'warning' && !isNoted) return;
    // Playwright's own word for `serviceWorkers: 'block'`.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    findings.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => findings.push(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    if (isOutside(new URL(request.url()))) findings.push(`request to another host: ${request.url()}`);
  });
  return findings;
}

function isOutside({ protocol, hostname }: URL): boolean {
  return /^(https?|wss?):$/.test(protocol) && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
