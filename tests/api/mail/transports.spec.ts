import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { readConfig } from '../../../api/config.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import {
  createConsoleTransport,
  createSmtpTransport,
  withholdingTransport,
} from '../../../api/mail/transport.ts';
import { warnFarm } from '../../../api/mail/warn-farm.ts';
import { parseSiteContent, readContentFolder } from '../../../api/site/catalogue.ts';
import { buildSite } from '../../../src/build/build.ts';
import { createSmallSite } from '../../support/small-site.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { SETTINGS } from './made-up.ts';
import { openSmtpInbox } from './smtp-inbox.ts';

const MAIL = {
  to: 'someone@example.com',
  replyTo: 'other@example.com',
  subject: 'Grüße',
  text: 'One\nTwo \u001b[2J\u0007',
  html: '<p>One</p>',
  messageId: '<1@trees.example.com>',
  date: new Date('2025-11-20T09:00:00Z'),
};

test('the console shows the mail in a frame, and no control character reaches the terminal', async () => {
  const printed: string[] = [];
  const transport = createConsoleTransport(
    () => SETTINGS.from,
    (text) => printed.push(text),
  );
  expect(await transport.send(MAIL, AbortSignal.timeout(1000))).toEqual({ ok: true });
  const lines = (printed[0] ?? '').split('\n');
  expect(lines[0]).toContain('mail, printed because no SMTP_URL is set');
  expect(lines.slice(1, -1)).toEqual([
    '│ From: "Long Hedge \\"Christmas\\" Trees" <farm@trees.example.com>',
    '│ To: someone@example.com',
    '│ Reply-To: other@example.com',
    '│ Subject: Grüße',
    '│ ',
    '│ One',
    '│ Two  [2J ',
  ]);
});

test('a mail server that does not answer is given up when the signal says so', async () => {
  const inbox = await openSmtpInbox();
  inbox.hold = new Promise(() => undefined);
  const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
  const result = await transport.send(MAIL, AbortSignal.timeout(200));
  expect(result).toMatchObject({ ok: false, isPermanent: false });
  await inbox.close();
});

test('smtps means TLS from the start, and a server without it gets no mail', async () => {
  const inbox = await openSmtpInbox();
  const url = inbox.url.replace('smtp:', 'smtps:');
  const result = await createSmtpTransport({ url, getFrom: () => SETTINGS.from }).send(
    MAIL,
    AbortSignal.timeout(5000),
  );
  expect(result).toMatchObject({ ok: false, isPermanent: false });
  expect(inbox.received).toEqual([]);
  await inbox.close();
});

test('a mail that goes out twice is the same to its last byte', async () => {
  const inbox = await openSmtpInbox();
  const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
  for (const html of [MAIL.html, MAIL.html, '<p>Another</p>'])
    expect(await transport.send({ ...MAIL, html }, AbortSignal.timeout(5000))).toEqual({ ok: true });
  const [first, second, other] = inbox.received.map(({ raw }) => raw);
  expect(second).toBe(first);
  const boundary = /boundary="(.+)"/;
  expect(other?.match(boundary)?.[1]).not.toBe(first?.match(boundary)?.[1]);
  await inbox.close();
});

test('mails come from the farm and go to it, unless the operator has set other addresses', () => {
  const { farm } = readContentFolder(TEST_CONTENT);
  const read = (file: string) => [file, JSON.parse(readFileSync(`${TEST_CONTENT}/${file}`, 'utf8'))];
  expect(parseSiteContent(Object.fromEntries(['farm.json', 'shop.json'].map(read))).farm).toEqual(farm);
  expect(createMailSettings(farm)).toEqual({
    from: `"${farm.name}" <${farm.email}>`,
    farmInbox: farm.email,
    farm,
  });
  const set = createMailSettings(farm, { from: 'shop@example.com', farmInbox: 'in@example.com' });
  expect(set).toMatchObject({ from: `"${farm.name}" <shop@example.com>`, farmInbox: 'in@example.com' });
});

test('in production without a mail server, mails wait and nothing of them is printed', async () => {
  const given = { NODE_ENV: 'production', PAYMENTS: 'sandbox' };
  expect(readConfig(given).mail.isWithheld).toBe(true);
  expect(readConfig({ ...given, SMTP_URL: 'smtp://localhost:25' }).mail.isWithheld).toBe(false);
  expect(readConfig({}).mail.isWithheld).toBe(false);
  const result = await withholdingTransport.send(MAIL, AbortSignal.timeout(1000));
  expect(result).toMatchObject({ ok: false, isPermanent: false });
});

test('a warning reaches the farm, and one that is not taken is an error', async () => {
  const site = await createSmallSite();
  await buildSite(site);
  const inbox = await openSmtpInbox();
  const env = { DIST_DIR: site.outDir, SMTP_URL: inbox.url, FARM_INBOX: 'inbox@trees.example.com' };
  const warn = () => warnFarm('farm-backup has failed.', readConfig(env), console.error);
  await warn();
  expect(inbox.received.map(({ to, mail }) => [to, mail.text?.includes('farm-backup has failed.')])).toEqual([
    [['inbox@trees.example.com'], true],
  ]);
  inbox.mood = { at: 'RCPT TO', code: 550 };
  await expect(warn()).rejects.toThrow('could not be mailed');
  await inbox.close();
  await site.remove();
});
