import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Path of the Chromium that the browser tests run, or undefined when the machine has none.
 * `CHROMIUM_PATH` wins, then a system package, then Playwright's own download.
 * @throws Error when `CHROMIUM_PATH` names a file that does not exist
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, but there is no such file.`);
    return chosen;
  }
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path));
}

/** Features that tests do not need. The list replaces Playwright's own, which has most of them. */
const UNUSED_FEATURES = [
  // Two pages of the address bar that every new window loads beforehand: a third of what opening a page costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  // Changes what a request does, or holds a paint back.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Asks other machines.
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // Takes time on the way out.
  'DestroyProfileOnBrowserClose',
];

/** This machine under a name that browsers do not trust as they do localhost, as with plain http in a home network. */
export const HOME_NETWORK_NAME = 'farm.home.arpa';

/** Launch arguments: no background traffic, no name resolution beyond loopback, no sandbox as root. */
export function chromiumArguments(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${UNUSED_FEATURES.join(',')}`,
    // Stops every outside host at name resolution. A Playwright route that matches everything would
    // do so too, but switches off the HTTP cache, which is tested too.
    `--host-resolver-rules=MAP ${HOME_NETWORK_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    // Chromium refuses to sandbox itself as root.
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}
