import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp, { type Sharp } from 'sharp';
import { listPictures, MARK_SRC } from '../../../api/mail/mark.ts';
import { enqueueMail, makeWaitingMailsDue } from '../../../api/mail/outbox-repository.ts';
import { renderText } from '../../../api/mail/template.ts';
import { createSmtpTransport } from '../../../api/mail/transport.ts';
import { KEY_PLACEHOLDERS, type LinkKey, MAIL_KINDS, readMailKind } from '../../../src/domain/mails.ts';
import { insertMail, listMails, SETTINGS } from './made-up.ts';
import { SAMPLES } from './samples.ts';
import { type Desk, expect, test, writeOrderKey } from './test.ts';

test('what is due is sent once, and what is not due yet waits', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await insertMail(database.db, { id: 'due', recipient: 'due@example.com' });
  await insertMail(database.db, { id: 'later', nextAttemptAt: '2025-11-20T09:10:00.000Z' });
  await outbox.runOnce();
  await outbox.runOnce();
  expect(inbox.received.map(({ to }) => to)).toEqual([['due@example.com']]);
  const [due] = await listMails(database.db);
  expect(due).toMatchObject({ state: 'sent', attempts: 1, sentAt: time.now.toISOString() });
  time.pass(10);
  await outbox.runOnce();
  expect(inbox.received.splice(0)).toHaveLength(2);
  // A start makes due what has been tried, and leaves what waits for second thoughts.
  const nextAttemptAt = new Date(time.now.getTime() + 600_000).toISOString();
  await insertMail(database.db, { id: 'tried', recipient: 'tried@example.com', attempts: 2, nextAttemptAt });
  await insertMail(database.db, { id: 'fresh', recipient: 'fresh@example.com', nextAttemptAt });
  await makeWaitingMailsDue(database.db, time.now);
  await outbox.runOnce();
  expect(inbox.received.map(({ to }) => to)).toEqual([['tried@example.com']]);
});

test('a long row of mails leaves turns for others', async ({ desk }) => {
  const { database, openOutbox } = desk;
  for (let index = 0; index < 30; index += 1) await insertMail(database.db, { id: `mail-${index}` });
  const refused = { ok: false, isPermanent: false, reason: 'No server', code: 'no_mail_server' } as const;
  const outbox = openOutbox({ transport: { send: async () => refused } });
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  await outbox.runOnce();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
});

/** Bytes as sent. Some mail programs cut off what is far longer. */
const LONGEST_MAIL = 12_000;
const ANN = { id: 'ann', name: 'Ann', role: 'owner' } as const;

test('each kind goes to whom the table says, as late, and with the keys of its links and no others', async ({
  desk,
}) => {
  const { database, inbox, outbox, time } = desk;
  const url = `https://trees.example.com/order?key=${KEY_PLACEHOLDERS.order}` as const;
  for (const kind of MAIL_KINDS) {
    const { to, keys = [], waits } = readMailKind(kind);
    const template = SAMPLES[kind];
    const mail = { kind, subjectId: 'order/attempt', person: ANN, address: 'buyer@example.com', template };
    const enqueue = (given: object) =>
      database.db.transaction().execute((trx) => enqueueMail(trx, { ...mail, ...given }, SETTINGS, time.now));
    await enqueue({ subjectId: 'nobody', address: null });
    const link = { kind: 'link', label: 'See', url } as const;
    const linked = enqueue({ subjectId: 'other', template: { ...template, parts: [link] } });
    if (!keys.includes('order')) await expect(linked, kind).rejects.toThrow('say so in domain/mails.ts');
    await linked.catch(() => {});
    await database.db.deleteFrom('outbox').where('subjectId', '=', 'other').execute();
    await enqueue({});
    await outbox.runOnce();
    const isTo = ({ to: [recipient] }: (typeof inbox.received)[number]) => recipient === 'buyer@example.com';
    expect(inbox.received.filter(isTo).length, kind).toBe(to === 'farm' || waits ? 0 : 1);
    time.pass(2);
    await outbox.runOnce();
    expect(inbox.received.length, kind).toBe(to === 'farm' ? 2 : 1);
    const { raw = '', mail: sent } = inbox.received.at(-1) ?? {};
    const { subject, text = '', html, attachments = [] } = sent ?? {};
    expect(subject, kind).toBe(template.subject);
    // The mark is within the mail, and the mail still small.
    const parts = attachments.map(({ contentId, disposition, related, filename }) => [
      String(html).includes(`<img src="cid:${contentId?.slice(1, -1)}"`),
      disposition,
      related,
      filename,
    ]);
    expect(parts, kind).toEqual([[true, 'inline', true, null]]);
    expect(raw.length, kind).toBeLessThan(LONGEST_MAIL);
    const written: Record<LinkKey, string> = {
      order: writeOrderKey('order'),
      payment: writeOrderKey('attempt'),
    };
    for (const body of [text, String(html)])
      for (const [key, place] of Object.entries(KEY_PLACEHOLDERS)) {
        expect(body, kind).not.toContain(place);
        expect(body.includes(written[key as LinkKey]), `${kind} links to the ${key}`).toBe(
          renderText(template).includes(place),
        );
      }
    inbox.received.length = 0;
  }
});

test('the mark in the mails is the one of the site', async () => {
  const [{ content } = { content: '' }] = listPictures(MARK_SRC);
  const readPixels = (picture: Sharp) => picture.resize(88).flatten().raw().toBuffer();
  const [sent, drawn] = await Promise.all([
    readPixels(sharp(content)),
    readPixels(sharp('public/favicon.svg', { density: 300 })),
  ]);
  // It has few colours, so the edges differ a little.
  const differences = sent.map((value, at) => Math.abs(value - (drawn[at] ?? 0)));
  expect(differences.reduce((sum, each) => sum + each, 0) / drawn.length).toBeLessThan(4);
});

test('waking it is enough, also while it is busy', async ({ desk }) => {
  const { database, inbox, outbox } = desk;
  const release = inbox.pause();
  await insertMail(database.db, { id: 'first' });
  outbox.wake();
  await expect.poll(async () => (await listMails(database.db))[0]?.attempts).toBe(1);
  await insertMail(database.db, { id: 'second' });
  outbox.wake();
  release();
  await expect
    .poll(async () => (await listMails(database.db)).map(({ state }) => state))
    .toEqual(['sent', 'sent']);
  expect(inbox.received).toHaveLength(2);
});

test('a mail that comes just as the last look found nothing is sent at once', async ({ desk }) => {
  const { database, inbox, openOutbox } = desk;
  let hasCome = false;
  let second: Promise<void> | undefined;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!hasCome) {
        hasCome = true;
        await insertMail(database.db);
        second = outbox.runOnce();
      }
      return result;
    },
  });
  const outbox = openOutbox({ db });
  await outbox.runOnce();
  await second;
  expect(inbox.received).toHaveLength(1);
});

test('what the server defers is tried again and later sent; what it refuses of a mail fails at once, with the reason', async ({
  desk,
}) => {
  const { database, inbox, outbox, time, logged } = desk;
  const read = async (id: string) => (await listMails(database.db)).find((mail) => mail.id === id);
  for (const [at, code, isTriedAgain] of [
    ['RCPT TO', 450, true],
    ['DATA', 451, true],
    // About us and not about the mail: a wrong sender or password is mended, and then the mails go out.
    ['MAIL FROM', 550, true],
    ['RCPT TO', 550, false],
    ['DATA', 550, false],
  ] as const) {
    const id = `${code}-${at.replace(' ', '-')}`;
    const nextAttemptAt = time.now.toISOString();
    await insertMail(database.db, {
      id,
      recipient: 'nobody@example.com',
      nextAttemptAt,
      createdAt: nextAttemptAt,
    });
    inbox.mood = { at, code };
    await outbox.runOnce();
    const mail = await read(id);
    expect(mail?.lastError, id).toContain(isTriedAgain ? String(code) : 'refused for the test');
    if (isTriedAgain) {
      const next = new Date(time.now.getTime() + 60_000).toISOString();
      expect(mail, id).toMatchObject({ state: 'waiting', nextAttemptAt: next });
      expect(logged.join(), id).toContain(String(code));
    } else {
      expect(mail, id).toMatchObject({ state: 'failed', attempts: 1 });
      expect(logged.join()).toContain(`mail ${id} (contact_message) has failed for good: 550`);
    }
    inbox.mood = 'take';
    await outbox.runOnce();
    expect(inbox.received, id).toHaveLength(0);
    time.pass(isTriedAgain ? 1 : 24 * 60);
    await outbox.runOnce();
    expect(inbox.received.splice(0), id).toHaveLength(isTriedAgain ? 1 : 0);
    if (isTriedAgain) expect(await read(id)).toMatchObject({ state: 'sent', lastError: null });
  }
  expect(logged.join()).not.toContain('nobody');
});

test('one mail that cannot be sent does not keep the next from going', async ({ desk }) => {
  const { database, inbox, outbox } = desk;
  await insertMail(database.db, { id: 'a', recipient: 'not an\r\naddress' });
  await insertMail(database.db, { id: 'b', recipient: 'good@example.com' });
  await outbox.runOnce();
  expect((await listMails(database.db)).map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect(inbox.received.map(({ to }) => to)).toEqual([['good@example.com']]);
});

test('the wait doubles from a minute to six hours, and ends after three days', async ({ desk }) => {
  const { database, time, openOutbox } = desk;
  await insertMail(database.db);
  const failed = { ok: false, isPermanent: false, reason: '421 later', code: '421' } as const;
  const transport = { send: async () => failed };
  const outbox = openOutbox({ transport });
  const waits: number[] = [];
  for (;;) {
    await outbox.runOnce();
    const [mail] = await listMails(database.db);
    if (mail?.state !== 'waiting') break;
    waits.push((Date.parse(mail.nextAttemptAt) - time.now.getTime()) / 60_000);
    time.pass(waits.at(-1) ?? 0);
  }
  expect(waits.slice(0, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * 60);
  expect(days).toBeGreaterThan(2.5);
  expect(days).toBeLessThanOrEqual(3);
  const [mail] = await listMails(database.db);
  expect(mail?.state).toBe('failed');
  expect(mail?.lastError).toContain('421');
  // One put off by a wrong clock goes out once the clock is right.
  const at = time.now.toISOString();
  await insertMail(database.db, { id: 'ahead', createdAt: at, nextAttemptAt: at });
  await outbox.runOnce();
  time.pass(-2 * 24 * 60);
  await desk.outbox.runOnce();
  expect(desk.inbox.received).toHaveLength(1);
});

test('a broken connection and a missing server are tried again', async ({ desk }) => {
  const { database, inbox, outbox, time, openOutbox } = desk;
  await insertMail(database.db);
  inbox.mood = 'break off';
  await outbox.runOnce();
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  const nowhere = createSmtpTransport({ url: 'smtp://127.0.0.1:1', getFrom: () => 'a@example.com' });
  time.pass(1);
  await openOutbox({ transport: nowhere }).runOnce();
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'waiting', attempts: 2 });
  inbox.mood = 'take';
  time.pass(2);
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
});

test('a mail that was taken but not recorded goes out as the same mail again', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await insertMail(database.db);
  inbox.mood = 'take and break off';
  await outbox.runOnce();
  inbox.mood = 'take';
  time.pass(1);
  await outbox.runOnce();
  const [first, second] = inbox.received;
  expect(first?.mail.messageId).toBe('<mail-1@trees.example.com>');
  expect(second?.mail.messageId).toBe(first?.mail.messageId);
  expect(second?.mail.date).toBe(first?.mail.date);
  expect(inbox.received).toHaveLength(2);
});

test('a mail that is out while the database is away for a moment goes out once', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await insertMail(database.db);
  database.sqlite.exec(
    `CREATE TRIGGER away BEFORE UPDATE ON outbox WHEN new.state = 'sent' BEGIN SELECT RAISE(ABORT, 'away'); END`,
  );
  const sending = outbox.runOnce();
  await expect.poll(() => inbox.received.length).toBe(1);
  database.sqlite.exec('DROP TRIGGER away');
  await sending;
  time.pass(3);
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'sent', attempts: 1 });
});

/** Sends what is due, as a process of its own. */
function spawnOutbox({ database, inbox, time }: Desk, stdio: StdioOptions = 'pipe') {
  const given = [database.sqlite.name, inbox.url, time.now.toISOString()];
  return spawn(process.execPath, ['tests/api/mail/send-due-mails.ts', ...given], { stdio });
}

test('a mail of a crashed process is sent by the next one after its lease', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await insertMail(database.db);
  const release = inbox.pause();
  const child = spawnOutbox(desk);
  await expect.poll(async () => (await listMails(database.db))[0]?.attempts).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  release();
  // Nobody else takes it while the lease runs, because the process might be alive.
  await outbox.runOnce();
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  time.pass(2);
  await outbox.runOnce();
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'sent', attempts: 2 });
  expect(new Set(inbox.received.map(({ mail }) => mail.messageId))).toEqual(
    new Set(['<mail-1@trees.example.com>']),
  );
});

test('two workers never take one mail', async ({ desk }) => {
  const { database, inbox, openOutbox } = desk;
  for (let n = 10; n < 30; n++) await insertMail(database.db, { id: `mail-${n}` });
  const other = spawnOutbox(desk, 'inherit');
  const ended = once(other, 'exit');
  await Promise.all([openOutbox().runOnce(), openOutbox().runOnce()]);
  expect(await ended).toEqual([0, null]);
  const ids = inbox.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
  expect(
    (await listMails(database.db)).every(({ state, attempts }) => state === 'sent' && attempts === 1),
  ).toBe(true);
});

test('stopping waits for the mail in flight, and takes no other', async ({ desk }) => {
  const { database, inbox, outbox } = desk;
  await insertMail(database.db, { id: 'first' });
  await insertMail(database.db, { id: 'second' });
  const release = inbox.pause();
  outbox.wake();
  await expect.poll(async () => (await listMails(database.db))[0]?.attempts).toBe(1);
  let hasStopped = false;
  const stopped = outbox.stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  release();
  await stopped;
  expect((await listMails(database.db)).map(({ state }) => state)).toEqual(['sent', 'waiting']);
  outbox.wake();
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
});

test('stopping breaks off a slow mail, which the next start sends', async ({ desk }) => {
  const { database, inbox, outbox, time, openOutbox } = desk;
  await insertMail(database.db);
  inbox.hold = new Promise(() => undefined);
  const hasty = openOutbox({ stopLimitMs: 50 });
  hasty.wake();
  await expect.poll(async () => (await listMails(database.db))[0]?.attempts).toBe(1);
  await hasty.stop();
  expect((await listMails(database.db))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  inbox.hold = undefined;
  time.pass(1);
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
});
