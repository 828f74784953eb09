import { join } from 'node:path';
import { Hono } from 'hono';
import { requireAdmin } from '../../../api/admin/require-admin.ts';
import { type AdminSessions, createAdminSessions } from '../../../api/admin/sessions.ts';
import { createSignIn } from '../../../api/admin/sign-in.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { createClientReader } from '../../../api/http/client-address.ts';
import { LIMITS, type Limits } from '../../../api/http/limits.ts';
import { createAccountRoutes } from '../../../api/routes/account.ts';
import { createAdminRoutes } from '../../../api/routes/sign-in.ts';
import type { RouteContext } from '../../../api/shop.ts';
import { test as base, expect } from '../../support/folder.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { addPerson, openTestDatabase } from '../../support/test-database.ts';

/** Sends what a browser at an address sends, and keeps its cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** The last `Set-Cookie` of each name, with its attributes. */
  readonly setCookies = new Map<string, string>();
  readonly #app: Pick<Hono, 'request'>;
  readonly #headers: Record<string, string>;

  constructor(app: Pick<Hono, 'request'>, headers: Record<string, string> = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  /** Sends JSON, or a form as a page without script does, with files as `FormData`. */
  async send(method: string, path: string, body?: unknown, more = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...more });
    const isForm = body instanceof URLSearchParams;
    const isUpload = body instanceof FormData;
    if (isForm) headers.set('Content-Type', 'application/x-www-form-urlencoded');
    else if (body !== undefined && !isUpload) headers.set('Content-Type', 'application/json');
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('Cookie', cookie);
    const request = {
      method,
      headers,
      ...(body !== undefined && { body: isUpload ? body : isForm ? String(body) : JSON.stringify(body) }),
    };
    const response = await this.#app.request(path, request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.setCookies.set(name, line);
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  signIn(password = ADMIN_PASSWORD, name?: string): Promise<Response> {
    return this.send('POST', '/api/admin/sign-in', { password, ...(name !== undefined && { name }) });
  }

  /** By the button in the menu. */
  signOut(): Promise<Response> {
    return this.send('POST', '/admin/account/sign-out', new URLSearchParams());
  }
}

/** A browser in which Ben, a packer, has signed in. */
export async function openPacker(app: Pick<Hono, 'request'>, db: OpenDatabase['db']): Promise<Browser> {
  await addPerson(db, 'Ben');
  const packer = new Browser(app, { Origin: 'http://localhost' });
  expect((await packer.signIn('ben', 'Ben')).status).toBe(200);
  return packer;
}

export interface AdminUnderTest {
  database: OpenDatabase;
  sessions: AdminSessions;
  /** A browser at an address, behind one proxy that is trusted. */
  browser: (address: string, headers?: Record<string, string>) => Browser;
  /** Lets time pass. */
  wait: (milliseconds: number) => void;
}

/** The admin's routes and one that only admins may read, on a database file. */
export async function openAdmin(
  database: OpenDatabase,
  limits: Limits['signIn'] = LIMITS.signIn,
): Promise<AdminUnderTest> {
  const { db } = database;
  let now = Date.parse('2025-11-21T08:00:00Z');
  const clients = createClientReader(1);
  const sessions = createAdminSessions({ db, clock: () => new Date(now), clients });
  const app = new Hono()
    .route(
      '/api/admin',
      createAdminRoutes({
        sessions,
        signIn: createSignIn({ db, limits, clients, sessions }),
      }),
    )
    // No more of the shop than signing out needs.
    .route('/admin/account', createAccountRoutes({ sessions } as RouteContext))
    .get('/api/secret', requireAdmin(sessions), (c) => c.text('the orders'));
  return {
    database,
    sessions,
    browser: (address, headers) => new Browser(app, { 'X-Forwarded-For': address, ...headers }),
    wait: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Playwright's `test` with a database file of its own, and the admin's routes on it. */
export const test = base.extend<{ database: OpenDatabase; admin: AdminUnderTest }>({
  database: async ({ folder }, use) => {
    const database = await openTestDatabase(join(folder, 'shop.db'));
    await use(database);
    await database.close();
  },
  admin: async ({ database }, use) => {
    await use(await openAdmin(database));
  },
});

export { expect };
