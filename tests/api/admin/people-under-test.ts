import { test as base, expect } from '@playwright/test';
import type { Role } from '../../../src/domain/people.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { addPerson } from '../../support/test-database.ts';
import { type AppUnderTest, openApp } from '../app-under-test.ts';
import { Browser } from './admin-under-test.ts';

export const ORIGIN = 'http://localhost';
export const PASSWORD = 'seven brown barn doors';

/** The whole app with people in it, and browsers at it. */
export interface Farm {
  readonly app: AppUnderTest;
  /** A browser at an address of its own, or a named one. */
  browser(address?: string): Browser;
  /** A browser in which the first owner has signed in. */
  owner(): Promise<Browser>;
  /** Somebody who has joined with `PASSWORD`. @returns their id */
  add(name: string, role: Role): Promise<string>;
  /** A browser in which they have signed in. */
  signedIn(name: string): Promise<Browser>;
  /** The owner's link for a new person: `/admin/join?key=…`. */
  invite(name: string, role: Role): Promise<string>;
}

export const test = base.extend<{ farm: Farm }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  farm: async ({}, use) => {
    const app = await openApp(undefined, { trustedProxies: 1, adminPassword: undefined });
    let addresses = 0;
    const farm: Farm = {
      app,
      browser(address) {
        addresses += 1;
        const network = address ?? `198.51.${addresses >> 8}.${addresses & 0xff}`;
        return new Browser(app.app, { 'X-Forwarded-For': network, Origin: ORIGIN });
      },
      async owner() {
        const browser = farm.browser();
        expect((await browser.signIn()).status).toBe(200);
        return browser;
      },
      async add(name, role) {
        await addPerson(app.parts.db, name, role, PASSWORD);
        return name.toLowerCase();
      },
      async signedIn(name) {
        const browser = farm.browser();
        expect((await browser.signIn(PASSWORD, name)).status).toBe(200);
        return browser;
      },
      async invite(name, role) {
        const page = await (await farm.owner()).send('POST', '/admin/people', form({ name, role }));
        return readLink(await page.text());
      },
    };
    await use(farm);
    await app.close();
  },
});

export function form(entries: Record<string, string>): URLSearchParams {
  return new URLSearchParams(entries);
}

/** The path of the link that a page of people shows. */
export function readLink(html: string): string {
  const [, path = ''] = /value="http:\/\/localhost([^"]+)"/.exec(html) ?? [];
  expect(path).toMatch(/^\/admin\/join\?key=[\w-]{43}$/);
  return path;
}

export async function readSession(browser: Browser) {
  return (await browser.send('GET', '/api/admin/session')).json();
}

/** Adds a passkey to who is signed in in a browser. */
export async function addPasskey(browser: Browser, authenticator = new Authenticator()) {
  const options = await (await browser.send('POST', '/api/admin/passkeys/options')).json();
  const added = await browser.send('POST', '/api/admin/passkeys', authenticator.register(options, ORIGIN));
  expect(added.status).toBe(200);
  return authenticator;
}

export async function signInByPasskey(browser: Browser, authenticator: Authenticator, origin = ORIGIN) {
  const options = await (await browser.send('POST', '/api/admin/sign-in/passkey/options')).json();
  return browser.send('POST', '/api/admin/sign-in/passkey', authenticator.sign(options, origin));
}

export { expect };
