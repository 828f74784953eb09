import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { nameBackup } from '../../../../api/operations/backup/backup-files.ts';
import {
  checkBackups,
  checkDataFolder,
  checkDisk,
  checkNode,
} from '../../../../api/operations/doctor/check-machine.ts';
import {
  type CheckResult,
  checkBuiltContent,
  checkHttps,
  checkMail,
  checkPassword,
  checkPayments,
  checkPlaceholders,
  checkWeeks,
} from '../../../../api/operations/doctor/check-settings.ts';
import { loadSiteSnapshot } from '../../../../api/site/site-snapshot.ts';
import type { IsoDay } from '../../../../src/domain/dates.ts';
import { runCommand } from '../../../support/run-command.ts';
import { buildSmallSite, makeShop, writeFiles } from '../../../support/small-site.ts';
import { SETTINGS } from '../../mail/made-up.ts';
import { openSmtpInbox } from '../../mail/smtp-inbox.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');

/** All problems in one text, empty without any. */
function complaints(results: CheckResult[]): string {
  expect(results.length).toBeGreaterThan(0);
  return results
    .filter(({ ok }) => !ok)
    .map(({ message }) => message)
    .join(' ');
}

const stripe = (secretKey: string, publishableKey: string) =>
  complaints(checkPayments({ mode: 'stripe', secretKey, publishableKey, webhookSecret: 'whsec_x' }));

test('live keys, test keys and the sandbox are told apart', () => {
  expect(stripe('sk_live_x', 'pk_live_x')).toBe('');
  expect(stripe('rk_live_x', 'pk_live_x')).toBe('');
  expect(stripe('sk_test_x', 'pk_test_x')).toContain('no money moves');
  expect(complaints(checkPayments({ mode: 'sandbox', url: undefined }))).toContain('no money moves');
});

test('weak passwords are told from good ones, and no password is said', () => {
  const find = (password: string) =>
    complaints(checkPassword(password, ['Otter Lane Christmas Trees', 'Bridgwater']));
  for (const good of ['correct horse battery staple', 'hollow-lantern-drizzle', 'Vb7qTz0mXw4d'])
    expect(find(good)).toBe('');
  for (const weak of [
    ...['password1234', 'Password-2026!', 'bridgwater2026', 'OtterLaneTrees1', '123456789012'],
    ...['abcabcabcabc', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'Christmas2026'],
  ]) {
    expect(find(weak), weak).toContain('can be guessed');
    // The terminal's history is nobody's safe.
    expect(find(weak)).not.toContain(weak);
  }
});

test('placeholders of the example are found where they are', () => {
  const { farm } = SETTINGS;
  expect(complaints(checkPlaceholders(farm, { from: undefined, farmInbox: 'me@farm.example.com' }))).toBe(
    'content/farm.json still has placeholders in website, address, phone, email, links. FARM_INBOX is a placeholder.',
  );
  const real = {
    ...farm,
    website: 'https://www.trees.test',
    address: { ...farm.address, postcode: 'TA9 9ZZ' },
    phone: '01278 000 000',
    email: 'farm@trees.test',
    links: Object.fromEntries(
      Object.keys(farm.links).map((name) => [name, 'https://a.test']),
    ) as typeof farm.links,
  };
  expect(complaints(checkPlaceholders(real, { from: undefined, farmInbox: undefined }))).toBe('');
});

test('https is wanted of the address, and of something that speaks it', () => {
  const site = { website: 'https://trees.test' };
  const proxied = { trustedProxies: 1 };
  expect(complaints(checkHttps(site, proxied))).toBe('');
  expect(complaints(checkHttps({ website: 'http://trees.test' }, proxied))).toContain('without https');
  expect(complaints(checkHttps(site, { trustedProxies: 0 }))).toContain('There is no HTTPS');
});

test('weeks that are over and can still be ordered are named, and so is a shop without any', () => {
  const weeks = (...ids: string[]) => ({ weeks: ids.map((id) => ({ id: id as IsoDay })) });
  // Saturday, 21 November 2026: its week began on the 16th.
  expect(complaints(checkWeeks(weeks('2026-11-16', '2026-11-23'), NOON))).toBe('');
  expect(complaints(checkWeeks(weeks('2026-11-09', '2026-11-16'), NOON))).toContain('Week of 9 Nov is over');
  expect(complaints(checkWeeks(weeks('2025-12-15'), NOON))).toMatch(
    /Week of 15 Dec is over.*No future delivery week/,
  );
  const closed = {
    weeks: [{ id: '2026-11-09' as IsoDay, orderBy: '2026-11-02' as IsoDay }, ...weeks('2026-11-23').weeks],
  };
  expect(complaints(checkWeeks(closed, NOON))).toBe('');
});

test('an old Node is named', () => {
  expect(complaints(checkNode(process.versions.node))).toBe('');
  expect(complaints(checkNode('22.12.0'))).toContain('This is Node 22.12.0');
});

test('a data folder that cannot be written, or that everybody can read, is named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  expect(complaints(checkDataFolder(join(dir, 'data')))).toBe('');
  chmodSync(join(dir, 'data'), 0o755);
  expect(complaints(checkDataFolder(join(dir, 'data')))).toContain('Everybody on this machine can read');
  writeFileSync(join(dir, 'file'), '');
  expect(complaints(checkDataFolder(join(dir, 'file', 'data')))).toContain('is not writable');
  rmSync(dir, { recursive: true });
});

test('a disk without room for three more backups is named', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  writeFileSync(join(dataDir, 'farm.db'), '');
  // It takes no room itself.
  truncateSync(join(dataDir, 'farm.db'), 2 ** 42);
  expect(complaints(await checkDisk({ dataDir, backupDir: dataDir }))).toMatch(
    /^Only \d+ MB are free on the disk of the data and the backups: make room/,
  );
  rmSync(dataDir, { recursive: true });
});

test('backups that have stopped are named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  expect(complaints(checkBackups(join(dir, 'none'), NOON))).toContain('There is no backup');
  writeFileSync(nameBackup(dir, new Date('2026-11-20T01:00:00.000Z')).file, '');
  expect(complaints(checkBackups(dir, NOON))).toBe('');
  expect(complaints(checkBackups(dir, new Date('2026-11-22T01:00:00.000Z')))).toContain('is 48 hours old');
  rmSync(dir, { recursive: true });
});

test('a mail server is greeted, and sent nothing', async () => {
  const inbox = await openSmtpInbox();
  expect(complaints(await checkMail(inbox.url))).toBe('');
  expect(inbox.received).toEqual([]);
  // This one has no passwords to check, so it takes nobody's.
  expect(complaints(await checkMail(inbox.url.replace('//', '//anna:secret-word@')))).toMatch(
    /^The mail server refuses/,
  );
  await inbox.close();
  const gone = complaints(await checkMail(inbox.url));
  expect(gone).toContain('ECONNREFUSED');
  expect(complaints(await checkMail(undefined))).toContain('SMTP_URL is not set');
});

test('a price list that was changed and not published is named', async () => {
  const site = await buildSmallSite();
  const snapshot = await loadSiteSnapshot(site.outDir);
  await writeFiles(site.root, { 'content/farm.json': JSON.stringify(site.values['farm.json']) });
  expect(checkBuiltContent(snapshot, site.contentDir).map(({ ok }) => ok)).toEqual([true]);
  await writeFiles(site.root, { 'content/shop.json': JSON.stringify(makeShop('£45.00')) });
  expect(checkBuiltContent(snapshot, site.contentDir)[0]?.message).toContain('content/shop.json has changed');
  await site.remove();
  expect(checkBuiltContent(snapshot, site.contentDir).map(({ ok }) => ok)).toEqual([true]);
});

test('npm run doctor says what is wrong, and ends with 1', async () => {
  const site = await buildSmallSite();
  const env = { DIST_DIR: site.outDir, DATA_DIR: `${site.root}/data`, ADMIN_PASSWORD: 'christmas2026' };
  const { code, stdout, stderr } = await runCommand('doctor', [], env);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('  WRONG  admin password: ADMIN_PASSWORD can be guessed');
  expect(stdout).toContain(
    '  ok     built pages: The built pages are complete, and use the service’s payment provider.',
  );
  expect(stdout).toMatch(/ {2}disk: .*\d+ MB are free on the disk of the data and the backups/);
  expect(stdout).toMatch(/\n\d+ to fix before going live\.\n$/);
  const asJson: CheckResult[] = JSON.parse((await runCommand('doctor', ['--json'], env)).stdout);
  expect(asJson.map(({ subject }) => subject)).toContain('https');
  await site.remove();
});

test('settings with which the service would not start are the one result; without a site the rest is looked at all the same', async () => {
  const { code, stdout } = await runCommand('doctor', [], { STRIPE_SECRET_KEY: 'sk_live_x' });
  expect(code).toBe(1);
  expect(stdout).toContain('settings: The service cannot start with these settings: Stripe needs all three');
  expect(stdout).not.toContain('sk_live_x');
  const env = { DIST_DIR: '/nowhere', DATA_DIR: test.info().outputPath('data') };
  const siteless = await runCommand('doctor', [], env);
  expect(siteless.stdout).toContain('There is no built site in /nowhere');
  expect(siteless.stdout).toContain('SMTP_URL is not set');
});
