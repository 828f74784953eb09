import { randomUUID } from 'node:crypto';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import type { Browser } from './admin-under-test.ts';
import { expect, test } from './office-under-test.ts';

// A form that was sent after the session had ended.

const TEXT = 'Dear Anna,\r\n\r\nten feet & "more": <b>yes</b> – naïve 🌲';

/** Follows a redirect as a browser does: with the method and the body after a 307. */
async function sendOn(browser: Browser, path: string, entries: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(entries);
  const response = await browser.send('POST', path, body);
  return response.status === 307
    ? browser.send('POST', response.headers.get('Location') ?? '', body)
    : response;
}

/** The hidden fields of the page's form, as a browser would send them. */
function readHidden(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [readEscaped(name), readEscaped(value)]),
  );
}

/** What the page keeps of the form, and where it was sent. */
function readKept({ kept = '' }: Record<string, string>): unknown {
  return JSON.parse(Buffer.from(kept, 'base64url').toString());
}

function writeKept(path: string, entries: Record<string, string>): string {
  return Buffer.from(JSON.stringify({ path, entries })).toString('base64url');
}

function readEscaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

test('an answer written while the session ended is kept through the sign-in, and sent', async ({
  office,
}) => {
  const id = await office.receive();
  const { stranger } = office;
  const path = `/admin/messages/${id}/answer`;
  const asked = await sendOn(stranger, path, {
    answerId: randomUUID(),
    text: TEXT,
    show: 'new',
    q: '',
    after: '',
  });
  expect(asked.status).toBe(200);
  const page = await asked.text();
  expect(page).toContain('What you entered is kept on this page');
  const hidden = readHidden(page);
  expect(hidden).toMatchObject({ next: '/admin/messages' });
  expect(readKept(hidden)).toMatchObject({ path, entries: { text: TEXT } });

  const wrong = await stranger.send(
    'POST',
    '/admin/sign-in',
    new URLSearchParams({ ...hidden, password: 'no' }),
  );
  expect(wrong.status).toBe(401);
  const again = readHidden(await wrong.text());
  expect(again).toEqual(hidden);

  const right = new URLSearchParams({ ...again, name: '', password: ADMIN_PASSWORD });
  const signedIn = await stranger.send('POST', '/admin/sign-in', right);
  expect(signedIn.status).toBe(200);
  const last = await signedIn.text();
  expect(last).toContain(`action="${path}"`);
  expect(last).toContain('&#60;b&#62;yes');
  expect(last).not.toContain(ADMIN_PASSWORD);
  const sent = await stranger.send('POST', path, new URLSearchParams(readHidden(last)));
  expect([sent.status, sent.headers.get('Location')]).toEqual([
    303,
    expect.stringContaining('done=answered'),
  ]);
  const answers = await office.database.db.selectFrom('messageAnswers').select('text').execute();
  expect(answers).toEqual([{ text: TEXT.replaceAll('\r\n', '\n') }]);
});

test('a passkey needs no password for it', async ({ office, shop }) => {
  const entries = { kept: writeKept('/admin/people', { name: 'Ben' }), next: '/admin/people' };
  const response = await shop.app.request('/admin/sign-in', {
    method: 'POST',
    headers: shop.admin,
    body: new URLSearchParams(entries),
  });
  expect(await response.text()).toContain('<input type="hidden" name="name" value="Ben">');
  expect(await office.stranger.send('POST', '/admin/sign-in', new URLSearchParams(entries))).toHaveProperty(
    'status',
    422,
  );
});

test('a password is never kept, and no form is sent to another place', async ({ office }) => {
  const secrets = { current: 'old secret words', password: 'new secret words' };
  const own = await office.stranger.send('POST', '/admin/account/password', new URLSearchParams(secrets));
  expect([own.status, own.headers.get('Location')]).toEqual([302, '/admin/sign-in?next=%2Fadmin%2Faccount']);
  for (const path of [
    '/admin/mails/1',
    '/api/admin/orders',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/admin/people/../../api/admin/sign-in',
    '/admin/people/%2e%2e/%2e%2e/api/admin/sign-in',
  ]) {
    const query = new URLSearchParams({ 'sent-to': path });
    const response = await office.stranger.send(
      'POST',
      `/admin/sign-in?${query}`,
      new URLSearchParams(secrets),
    );
    const page = await response.text();
    expect(page).not.toContain('secret words');
    const { kept } = readHidden(page);
    if (path === '/admin/mails/1') expect(readKept({ kept: kept ?? '' })).toEqual({ path, entries: {} });
    else expect(kept).toBeUndefined();
  }
});

test('what is too long to be kept is said so, and stays in the form that was sent', async ({ office }) => {
  for (const text of ['&'.repeat(30_000), 'a '.repeat(60_000)]) {
    const response = await office.stranger.send(
      'POST',
      '/admin/sign-in?sent-to=/admin/messages/1/answer',
      new URLSearchParams({ text }),
    );
    const page = await response.text();
    expect([response.status, page.includes('too long to be kept on this page')]).toEqual(
      text.length > 30_000 ? [413, true] : [200, false],
    );
    expect(readHidden(page).kept === undefined).toBe(response.status === 413);
    expect(page.length).toBeLessThan(150_000);
  }
});
