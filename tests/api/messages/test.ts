import { Hono } from 'hono';
import { createErrorHandler } from '../../../api/http/http-errors.ts';
import type { RateLimiter } from '../../../api/http/limits.ts';
import { createContactRoutes } from '../../../api/routes/contact.ts';
import { EMPTY_CONTACT_FORM, renderContactForm } from '../../../src/forms/contact-form.ts';
import { SETTINGS } from '../mail/made-up.ts';
import { type Desk, expect, test as mailTest } from '../mail/test.ts';

const BUILT_PAGE = `<!doctype html><html><head><title>Contact us</title></head><body><header>Farm</header>
<main>${renderContactForm(EMPTY_CONTACT_FORM)}</main><footer>End</footer></body></html>`;

export const MESSAGE = {
  name: 'Anna Müller',
  email: 'anna@senders.example.com',
  phone: '01632 960 123',
  subject: 'A tall tree',
  message: 'Do you have one of ten feet?\nWith a stand?',
  contactPreference: 'phone',
};

export interface Counter extends Desk {
  /** Turned on by a test, refuses everybody. */
  limit: { isReached: boolean };
  postJson(body: unknown): Promise<Response>;
  postForm(entries: Record<string, string>): Promise<Response>;
  post(body: BodyInit, contentType: string): Promise<Response>;
  /** Everything that has been stored. */
  messages(): Promise<Awaited<ReturnType<typeof listMessages>>>;
}

function listMessages({ database }: Desk) {
  return database.db.selectFrom('messages').selectAll().orderBy('id').execute();
}

/** The contact route on a made-up page, with a database, an outbox and a mail server. */
export const test = mailTest.extend<{ counter: Counter }>({
  counter: async ({ desk }, use) => {
    const limit = { isReached: false };
    const contactLimiter: RateLimiter = async () =>
      limit.isReached ? { code: 'too_many_requests', headers: { 'Retry-After': '7' } } : null;
    const log = (message: string) => void desk.logged.push(message);
    const app = new Hono();
    app.onError(createErrorHandler(log));
    app.route(
      '/api/contact-submit',
      createContactRoutes({
        db: desk.database.db,
        getMailSettings: () => SETTINGS,
        readBuiltPage: (path) => (path === '/contact-us' ? BUILT_PAGE : undefined),
        wakeOutbox: () => desk.outbox.wake(),
        clock: desk.clock,
        contactLimiter,
      }),
    );
    const post = async (body: BodyInit, contentType: string) =>
      app.request('/api/contact-submit', { method: 'POST', body, headers: { 'Content-Type': contentType } });
    await use({
      ...desk,
      limit,
      post,
      postJson: (body) => post(JSON.stringify(body), 'application/json'),
      postForm: (entries) => post(new URLSearchParams(entries), 'application/x-www-form-urlencoded'),
      messages: () => listMessages(desk),
    });
  },
});

export { expect };
