import type { OpenDatabase } from '../../../api/db/open.ts';
import { createOutbox, type Outbox } from '../../../api/mail/outbox.ts';
import { createSmtpTransport } from '../../../api/mail/transport.ts';
import { storeMessage } from '../../../api/messages/store-message.ts';
import { SETTINGS, startClock, type TestClock } from '../mail/made-up.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';
import { test as base, expect, openAnotherApp } from '../orders/shop-under-test.ts';
import { Browser } from './admin-under-test.ts';

/** A page as read. */
export interface Reading {
  readonly status: number;
  readonly html: string;
  /** Its words, without the markup. */
  readonly text: string;
  readonly headers: Headers;
}

/** The farm's messages and mails, on a database and a mail server of their own. */
export interface Office {
  readonly database: OpenDatabase;
  readonly inbox: SmtpInbox;
  readonly outbox: Outbox;
  /** The service's clock, which a test turns. */
  readonly time: TestClock;
  /** A browser that has not signed in. */
  readonly stranger: Browser;
  /** Reads a page as a signed-in admin. */
  read(path: string): Promise<Reading>;
  /** Sends a form as a signed-in admin; the page that it leads to, or is answered with. */
  post(path: string, entries: Record<string, string>): Promise<Reading & { location: string | null }>;
  /** A message of the contact form, as the service takes it. @returns its id */
  receive(changes?: Partial<typeof MESSAGE>, honeypot?: string): Promise<string>;
}

export const MESSAGE = {
  name: 'Anna Field',
  email: 'anna@example.com',
  phone: '01632 960123',
  subject: 'A tall tree',
  message: 'Do you have one\nof ten feet?',
  contactPreference: 'phone' as 'phone' | 'email',
};

/** In place of the secret of a buyer's link. */
export const SECRET_KEY = 'secret-key-of-the-order';

export const test = base.extend<{ office: Office }>({
  office: async ({ shop }, use) => {
    const database = shop.data;
    const { db } = database;
    const inbox = await openSmtpInbox();
    const time = startClock();
    const clock = () => time.now;
    const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
    // A test sends what is due when it wants to.
    const outbox = createOutbox({ db, transport, clock, log: () => {}, writeOrderKey: () => SECRET_KEY });
    const { app } = openAnotherApp(shop, { clock, getMailSettings: () => SETTINGS });
    const read = async (path: string) => asReading(await app.request(path, { headers: shop.admin }));
    await use({
      database,
      inbox,
      outbox,
      time,
      stranger: new Browser(app),
      read,
      async post(path, entries) {
        const body = new URLSearchParams(entries);
        const response = await app.request(path, { method: 'POST', headers: shop.admin, body });
        const location = response.headers.get('Location');
        if (location === null) return { ...(await asReading(response)), location };
        expect(response.status).toBe(303);
        return { ...(await read(location.replace(/#.*/, ''))), location };
      },
      async receive(changes = {}, honeypot = '') {
        const message = { ...MESSAGE, ...changes };
        await storeMessage(db, { message, submissionId: undefined, signs: { honeypot } }, SETTINGS, time.now);
        const { id } = await db
          .selectFrom('messages')
          .select('id')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        return id;
      },
    });
    await outbox.stop();
    await inbox.close();
  },
});

async function asReading(response: Response): Promise<Reading> {
  const html = await response.text();
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  return { status: response.status, headers: response.headers, html, text };
}

export { expect };
