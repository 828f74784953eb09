import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import SqliteDatabase from 'better-sqlite3';
import { MOVED } from '../../../../api/db/open-shop.ts';
import { nameBackup } from '../../../../api/operations/backup/backup-files.ts';
import { makeBackup } from '../../../../api/operations/backup/make-backup.ts';
import { checkNode } from '../../../../api/operations/doctor/check-machine.ts';
import {
  type CheckResult,
  checkPassword,
  checkPayments,
} from '../../../../api/operations/doctor/check-settings.ts';
import { diagnose } from '../../../../api/operations/doctor/diagnose.ts';
import { buildSite } from '../../../../src/build/build.ts';
import { findFreePort } from '../../../support/free-port.ts';
import { listen } from '../../../support/listen.ts';
import { runCommand } from '../../../support/run-command.ts';
import { buildSmallSite, makeShop, type SmallSite, writeFiles } from '../../../support/small-site.ts';
import { type AppUnderTest, openApp } from '../../app-under-test.ts';
import { KEY, openStandIn } from '../../labels/click-and-drop-stand-in.ts';
import { openSmtpInbox } from '../../mail/smtp-inbox.ts';
import { test as base, expect, type SandboxUnderTest } from '../../stripe-sandbox/sandbox-under-test.ts';

/** In the first week of the made-up site's two. */
const NOW = new Date('2025-11-18T12:00:00.000Z');
const HOUR_MS = 3_600_000;

/** For 127.0.0.1, from 2020 to 2120. No browser and no machine trusts it. */
const SERVER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3/kaqwxsQeInSGqH
PnJ2FOlT8RjUVMXElM0LPh2m6y2hRANCAAT58Epya14Do+/PlQq0FWQ72DE5e0i3
/d3CoscYihp9Fp8e98Ivca5qGEhITITZNmaBQbksaJ+M4nIDL+3OZi9Y
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBWDCB/6ADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+fBKcmteA6Pvz5UK
tBVkO9gxOXtIt/3dwqLHGIoafRafHvfCL3GuahhISEyE2TZmgUG5LGifjOJyAy/t
zmYvWKNAMD4wDwYDVR0RBAgwBocEfwAAATAMBgNVHRMEBTADAQH/MB0GA1UdDgQW
BBRzEFZ6AqlYrvcxOcjP7Vv4d8Bu/zAKBggqhkjOPQQDAgNIADBFAiAXHdJArkst
Xu5fVkZ7J4bTnxUxed2bMHAiGrbuUm5kTwIhAOxSrn73Qkm0zctLjQ2j7HUHn9C7
67gd8fPU+z7aMcxv
-----END CERTIFICATE-----`;

type Env = Record<string, string | undefined>;

/** A shop that runs behind a proxy with HTTPS, and lacks nothing but live payments and a name. */
interface Shop {
  readonly env: Record<string, string>;
  readonly dataDir: string;
  readonly backupDir: string;
  readonly site: SmallSite;
  readonly app: AppUnderTest;
  readonly box: SandboxUnderTest;
  /** Publishes the site with other content. */
  publish(values: Record<string, unknown>): Promise<void>;
  /** Makes this process trust the proxy's certificate. */
  trust(): void;
  /** Makes the sandbox send its events to the shop. */
  useWebhook(): void;
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ box }, use) => {
    let proxied: (request: Request) => Response | Promise<Response> = () => new Response('', { status: 502 });
    const secure = createAdaptorServer({
      fetch: (request) => proxied(request),
      createServer: createSecureServer,
      // Each connection is a new one.
      serverOptions: { key: SERVER_KEY, cert: CERTIFICATE, keepAliveTimeout: 1 },
    });
    const proxy = await listen(secure as Server);
    const trusted = getCACertificates('default');
    const trust = () => setDefaultCACertificates([...trusted, CERTIFICATE]);
    trust();
    const website = `https://127.0.0.1:${proxy.port}`;
    const site = await buildSmallSite();
    const farm = site.values['farm.json'] as { address: object; links: object };
    const links = Object.fromEntries(Object.keys(farm.links).map((name) => [name, 'https://a.test']));
    const address = { ...farm.address, postcode: 'TA9 9ZZ' };
    const real = { ...farm, website, address, links, phone: '01278 000 000', email: 'farm@trees.test' };
    const publish = async (values: Record<string, unknown>) => {
      site.values = { ...site.values, ...values };
      await buildSite(site);
      const files = Object.entries(site.values).map(([name, value]) => [
        `content/${name}`,
        JSON.stringify(value),
      ]);
      await writeFiles(site.root, Object.fromEntries(files));
      await app?.store.refresh();
    };
    let app: AppUnderTest | undefined;
    await publish({ 'farm.json': real });
    app = await openApp(site, { payments: { mode: 'sandbox', url: box.sandbox.url } }, () => NOW);
    proxied = app.app.fetch;
    const service = await listen(createAdaptorServer({ fetch: app.app.fetch }) as Server);
    const inbox = await openSmtpInbox();
    const standIn = await openStandIn(() => 0);
    const dataDir = dirname(app.file);
    const backupDir = join(dataDir, 'backups');
    makeBackup({ dataDir, backupDir }, NOW);
    writeFileSync(join(backupDir, '.copied'), '');
    utimesSync(join(backupDir, '.copied'), NOW, NOW);
    const useWebhook = () =>
      box.sandbox.setWebhook({ url: `${website}/api/stripe/webhook`, secret: 'whsec_x' });
    useWebhook();
    const env = {
      DATA_DIR: dataDir,
      DIST_DIR: site.outDir,
      CONTENT_DIR: site.contentDir,
      PORT: String(service.port),
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      SANDBOX_URL: box.sandbox.url,
      SMTP_URL: inbox.url,
      CLICK_AND_DROP_KEY: KEY,
      CLICK_AND_DROP_URL: standIn.url,
      ADMIN_PASSWORD: 'hollow-lantern-drizzle',
    };
    await use({ env, dataDir, backupDir, site, app, box, publish, trust, useWebhook });
    setDefaultCACertificates(trusted);
    await Promise.all([
      proxy.close(),
      service.close(),
      inbox.close(),
      standIn.close(),
      app.close(),
      site.remove(),
    ]);
  },
});

const SANDBOX = 'payments: Payments go to the sandbox, so no money moves: set the three variables of Stripe.';

function complaints(results: readonly CheckResult[]): string[] {
  return results.filter(({ ok }) => !ok).map(({ subject, message }) => `${subject}: ${message}`);
}

const LIVE = {
  STRIPE_SECRET_KEY: `rk_live_${'x'.repeat(40)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
  PUBLIC_STRIPE_PUBLISHABLE_KEY: `pk_live_${'x'.repeat(40)}`,
};

/** Another data folder with the same shop, to be broken. */
function copyShop({ dataDir, site }: Shop, breakIt: (file: string, folder: string) => void): Env {
  const folder = join(site.root, 'broken');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(dataDir, 'backups'), join(folder, 'backups'), { recursive: true, preserveTimestamps: true });
  chmodSync(folder, 0o700);
  const file = join(folder, 'farm.db');
  const sqlite = new SqliteDatabase(join(dataDir, 'farm.db'), { readonly: true });
  sqlite.prepare('VACUUM INTO ?').run(file);
  sqlite.close();
  breakIt(file, folder);
  return { DATA_DIR: folder };
}

const change = (sql: string) => (file: string) => new SqliteDatabase(file).exec(sql).close();
const copyWith = (sql: string) => (shop: Shop) => copyShop(shop, change(sql));
const setSetting = (name: string, value: string) =>
  copyWith(`INSERT OR REPLACE INTO settings (name, value) VALUES ('${name}', '${value}')`);

const withWeeks = (...weeks: object[]) => ({ ...makeShop(), weeks });
const mendShop = ({ publish }: Shop) => publish({ 'shop.json': makeShop() });

/**
 * What is broken, how, and the line that says so; and how it is mended, where more than the variables that are returned
 * was broken.
 */
const BREAKS: readonly [
  name: string,
  breakIt: (shop: Shop) => unknown,
  line: string | RegExp | readonly RegExp[],
  mend?: (shop: Shop) => unknown,
][] = [
  [
    'one of Stripe’s keys is misspelt',
    () => ({ ...LIVE, STRIPE_SECRET_KEY: '', STRIPE_SECERT_KEY: LIVE.STRIPE_SECRET_KEY }),
    /STRIPE_SECRET_KEY is missing\. STRIPE_SECERT_KEY: did you mean STRIPE_SECRET_KEY\?$/,
  ],
  [
    'a variable that is not needed is misspelt',
    () => ({ KEEP_ORDER_YEARS: '3' }),
    'settings: KEEP_ORDER_YEARS: did you mean KEEP_ORDERS_YEARS?',
  ],
  [
    'the port is open past the proxy',
    () => ({ HOST: '0.0.0.0' }),
    /^settings: Port \d+ is open to everybody, past the proxy, .*: set HOST=127\.0\.0\.1\.$/,
  ],
  [
    'CONTENT_DIR is mistyped',
    ({ site }) => ({ CONTENT_DIR: `${site.root}/contnet` }),
    /^settings: There is no folder .*\/contnet: CONTENT_DIR is mistyped, or its disk is not mounted\.$/,
  ],
  [
    'DATA_DIR is mistyped',
    ({ site, backupDir }) => ({ DATA_DIR: `${site.root}/dta`, BACKUP_DIR: backupDir }),
    /^database: There is no shop in .*\/dta: DATA_DIR is mistyped, or its disk is not mounted\. If a shop is to begin here, start the service once with NEW_SHOP=1\.$/,
  ],
  [
    'everybody can read the data',
    (shop) => copyShop(shop, (_file, folder) => chmodSync(folder, 0o755)),
    /^data folder: Everybody on this machine can read .*, which contains people’s addresses: remove the right with chmod o-rwx\.$/,
  ],
  [
    'the database is damaged',
    (shop) => copyShop(shop, (file) => writeFileSync(file, readFileSync(file).fill(7, 8192, 40_960))),
    /^database: .*farm\.db is not an intact database of this shop: .* Stop the service, and put back a backup\.$/,
  ],
  [
    'the database is something else',
    (shop) => copyShop(shop, (file) => writeFileSync(file, 'These are notes. '.repeat(500))),
    /^database: .*farm\.db is not an intact database of this shop: file is not a database\. Stop/,
  ],
  [
    'the database is of a newer version',
    copyWith("INSERT INTO kysely_migration VALUES ('999-later', '2026')"),
    /^database: The database was changed by a newer version of this program \(999-later\)\. Start that version, or restore/,
  ],
  [
    'the database is of live payments',
    setSetting('payment_mode', 'live'),
    /^database: The data folder .* was started with live payments, but the settings are for the payment sandbox\./,
  ],
  [
    'the shop has moved to Postgres',
    (shop) => copyShop(shop, (_file, folder) => writeFileSync(join(folder, MOVED), '2025-11-01')),
    /^database: The shop of .* is on Postgres since 2025-11-01: set DATABASE_URL to it\./,
  ],
  [
    'Postgres is away',
    () => ({ DATABASE_URL: 'postgres://farm@127.0.0.1:9/farm' }),
    'database: The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9.',
  ],
  [
    'the key of the links is missing',
    copyWith("DELETE FROM settings WHERE name = 'order_link_secret'"),
    'links: The key of the links in buyers’ mails is missing: the next start makes another, with which those links do not work. Put back a backup that has it.',
  ],
  [
    'the key of the links is too short',
    setSetting('order_link_secret', 'abcdef'),
    'links: The key of the links in buyers’ mails is damaged, with which those links do not work. Put back a backup that has it.',
  ],
  [
    'the clock is a year behind',
    setSetting('clock_seen', '2026-11-18T12:00:00.000Z'),
    /^clock: The clock says 18 November 2025, 12:00, and the shop last worked at 18 November 2026, 12:00\. Until the clock is set right, nothing is erased or given up/,
  ],
  [
    'there is little room',
    // It takes no room itself.
    (shop) => copyShop(shop, (file) => truncateSync(file, 2 ** 42)),
    /^disk: Only \d+ MB are free on the disk of the data and the backups: make room, because below 50 MB no orders are taken\.$/,
  ],
  [
    'there are no backups',
    ({ site }) => ({ BACKUP_DIR: `${site.root}/none` }),
    /^backups: There is no backup in .*\/none: the running service makes one a day, and `npm run backup` makes one now\.$/,
  ],
  [
    'the folder of the backups is a file',
    ({ site }) => ({ BACKUP_DIR: `${site.contentDir}/farm.json` }),
    /^backups: .*farm\.json: it is no folder\.$/,
  ],
  [
    'the backups have stopped',
    ({ site }) => {
      const folder = `${site.root}/stopped`;
      mkdirSync(folder);
      writeFileSync(join(folder, '.copied'), '');
      utimesSync(join(folder, '.copied'), NOW, NOW);
      writeFileSync(nameBackup(folder, new Date(NOW.getTime() - 48 * HOUR_MS)).file, '');
      return { BACKUP_DIR: folder };
    },
    'backups: The newest backup is 48 hours old: see the service’s log for the reason.',
  ],
  [
    'the backups are on the same disk',
    (shop) => copyShop(shop, (_file, folder) => rmSync(join(folder, 'backups/.copied'))),
    /^backups: The backups are on the same disk as the data, and nothing copies them: have them copied to another machine/,
  ],
  [
    'the backups are no longer copied',
    (shop) =>
      copyShop(shop, (_file, folder) => {
        const then = new Date(NOW.getTime() - 90 * HOUR_MS);
        utimesSync(join(folder, 'backups/.copied'), then, then);
      }),
    'backups: The backups were last copied to another place 90 hours ago: `farm logs` says why.',
  ],
  [
    'the service does not run',
    async () => ({ PORT: String(await findFreePort()) }),
    /^service: No service answers at http:\/\/127\.0\.0\.1:\d+ \(connect ECONNREFUSED .*\): start it, and if it does not stay, its log says why\.$/,
  ],
  [
    'something else has the port',
    ({ env }) => ({ PORT: new URL(env.SANDBOX_URL ?? '').port }),
    /^service: At http:\/\/127\.0\.0\.1:\d+ answers something else than the shop: stop it, or set another PORT\.$/,
  ],
  [
    'the site was built anew elsewhere',
    async ({ site }) => {
      const outDir = `${site.root}/newer`;
      await buildSite({
        ...site,
        outDir,
        render: (given) => writeFiles(given.outDir, { ...site.pages, 'new.html': '' }),
      });
      return { DIST_DIR: outDir };
    },
    [
      /^service: The service at .* runs with other settings or another build than these: restart it\.$/,
      /^https: At https:.* answers something else than this shop: check its DNS entry and the proxy\.$/,
    ],
  ],
  [
    'the mails keep failing',
    async ({ app }) => {
      const { db, clock } = app.parts;
      const alertedAt = clock().toISOString();
      const failing = { lastGoodAt: null, failures: 9, reason: 'x', failingSince: alertedAt, alertedAt };
      await db
        .insertInto('watchedJobs')
        .values({ name: 'mail', ...failing })
        .execute();
    },
    /^service: What keeps failing in the service at .*: mail\. The log says why\.$/,
    ({ app }) => app.parts.db.deleteFrom('watchedJobs').execute(),
  ],
  [
    'there is no mail server',
    () => ({ SMTP_URL: '', NODE_ENV: 'production', PAYMENTS: 'sandbox' }),
    'mail: SMTP_URL is not set: mails wait until it is, and nobody gets one.',
  ],
  [
    'the mail server does not answer',
    () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }),
    'mail: The mail server refuses (connect ECONNREFUSED 127.0.0.1:9): check SMTP_URL.',
  ],
  [
    'the mail server does not take the password',
    ({ env }) => ({ SMTP_URL: env.SMTP_URL?.replace('//', '//anna:secret-word@') }),
    /^mail: The mail server refuses \((?!.*secret-word).*\): check SMTP_URL\.$/,
  ],
  [
    'the key of Click & Drop is another’s',
    () => ({ CLICK_AND_DROP_KEY: 'another' }),
    'labels: Royal Mail doesn’t take our key (401): look at CLICK_AND_DROP_KEY.',
  ],
  [
    'Click & Drop does not answer',
    async () => ({ CLICK_AND_DROP_URL: `http://127.0.0.1:${await findFreePort()}` }),
    'labels: We couldn’t reach Royal Mail.',
  ],
  [
    'the site is not built',
    ({ site }) => ({ DIST_DIR: `${site.root}/dits` }),
    /^built pages: There is no built site in .*\/dits; build it with `npm run build`\.$/,
  ],
  [
    'a price was changed and not published',
    ({ site }) => writeFiles(site.root, { 'content/shop.json': JSON.stringify(makeShop('£45.00')) }),
    'built content: content/shop.json has changed since the site was built, including prices or weeks: run `npm run content:publish`.',
    mendShop,
  ],
  [
    'the password can be guessed',
    () => ({ ADMIN_PASSWORD: 'christmas2026' }),
    'admin password: ADMIN_PASSWORD can be guessed: use four or more unrelated words.',
  ],
  [
    'there are placeholders',
    () => ({ FARM_INBOX: 'me@farm.example.com' }),
    'farm facts: FARM_INBOX is a placeholder.',
  ],
  [
    'a week that is over is on sale',
    ({ publish }) => publish({ 'shop.json': withWeeks({ id: '2025-11-03' }, { id: '2025-11-24' }) }),
    'weeks: Week of 3 Nov is over but can still be ordered: remove past weeks from content/shop.json.',
    mendShop,
  ],
  [
    'no week is on sale',
    ({ publish }) => publish({ 'shop.json': withWeeks({ id: '2025-11-24', orderBy: '2025-11-10' }) }),
    'weeks: No future delivery week can be ordered.',
    mendShop,
  ],
  [
    'no proxy is expected',
    () => ({ TRUST_PROXY: '0' }),
    'https: The service expects no proxy, so nobody can sign in or pay with a wallet over HTTPS: set TRUST_PROXY=1.',
  ],
  [
    'the certificate is not trusted',
    () => setDefaultCACertificates(getCACertificates('bundled')),
    /^https: https:\/\/127\.0\.0\.1:\d+ does not answer \(self-signed certificate\): check its DNS entry, the proxy and the certificate\.$/,
    ({ trust }) => trust(),
  ],
  [
    'Stripe sends its events elsewhere',
    ({ box }) => box.sandbox.setWebhook({ url: 'https://old.test/api/stripe/webhook', secret: 'whsec_x' }),
    /^webhook: Stripe sends events to https:\/\/old\.test\/api\/stripe\/webhook, but not to https:\/\/127\.0\.0\.1:\d+\/api\/stripe\/webhook: add that URL/,
    ({ useWebhook }) => useWebhook(),
  ],
  [
    'the key lacks a right',
    ({ box }) => box.sandbox.faults.addCall({ path: '/v1/disputes', status: 403 }),
    'key: STRIPE_SECRET_KEY may not read Disputes at Stripe: give the restricted key the rights listed in api/OPERATIONS.md.',
    ({ box }) => box.sandbox.faults.clear(),
  ],
];

test('whatever is broken has its line, and nothing else has one', async ({ shop }) => {
  const well = await diagnose(shop.env, NOW);
  const before = complaints(well);
  // An address of digits cannot be registered.
  expect(before).toEqual([SANDBOX, expect.stringMatching(/^wallets: 127\.0\.0\.1 is not registered/)]);
  for (const { message } of well) expect(message).toMatch(/^\S.+[.?]$/);
  for (const [name, breakIt, line, mend] of BREAKS) {
    await test.step(name, async () => {
      const env = { ...shop.env, ...Object(await breakIt(shop)) };
      const found = complaints(await diagnose(env, NOW)).filter((each) => !before.includes(each));
      const expected = [line]
        .flat()
        .map((each) => (typeof each === 'string' ? each : expect.stringMatching(each)));
      expect.soft(found, name).toEqual(expected);
      await mend?.(shop);
    });
  }
  expect(complaints(await diagnose(shop.env, NOW)), 'all is mended').toEqual(before);
});

test('what only a machine or live keys have is told too', () => {
  const say = (results: readonly CheckResult[]) => complaints(results).join(' ');
  expect(say(checkNode(process.versions.node))).toBe('');
  expect(say(checkNode('22.12.0'))).toContain('This is Node 22.12.0');
  const payments = (secretKey: string, publishableKey = LIVE.PUBLIC_STRIPE_PUBLISHABLE_KEY) =>
    say(
      checkPayments({ mode: 'stripe', secretKey, publishableKey, webhookSecret: LIVE.STRIPE_WEBHOOK_SECRET }),
    );
  expect(payments(LIVE.STRIPE_SECRET_KEY)).toBe('');
  expect(payments('rk_test_'.padEnd(40, 'x'), 'pk_test_'.padEnd(40, 'x'))).toContain('no money moves');
  expect(payments('sk_live_4eC39HqLyjW')).toBe(
    'payments: STRIPE_SECRET_KEY is too short to be whole: copy it again from Stripe’s dashboard.',
  );
  const guess = (password: string) =>
    say(checkPassword(password, ['Otter Lane Christmas Trees', 'Bridgwater']));
  for (const good of ['correct horse battery staple', 'hollow-lantern-drizzle', 'Vb7qTz0mXw4d'])
    expect(guess(good)).toBe('');
  for (const weak of [
    ...['password1234', 'Password-2026!', 'bridgwater2026', 'OtterLaneTrees1', '123456789012'],
    ...['abcabcabcabc', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'Christmas2026'],
  ]) {
    expect(guess(weak), weak).toContain('can be guessed');
    // The terminal's history is nobody's safe.
    expect(guess(weak)).not.toContain(weak);
  }
});

test('npm run doctor says what is wrong and ends with 1, and creates nothing', async ({ shop }) => {
  const dataDir = join(shop.site.root, 'dta');
  const env = {
    ...shop.env,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'christmas2026',
    FARM_INBX: 'anna@trees.test',
  };
  const { code, stdout, stderr } = await runCommand('doctor', [], env);
  expect([code, stderr]).toEqual([1, '']);
  for (const line of [
    'WRONG  settings: FARM_INBX: did you mean FARM_INBOX?',
    'WRONG  admin password: ADMIN_PASSWORD can be guessed: use four or more unrelated words.',
    `WRONG  database: There is no shop in ${dataDir}: DATA_DIR is mistyped`,
    'ok     built pages: The built pages are complete, and use the service’s payment provider.',
    'ok     labels: Click & Drop accepts CLICK_AND_DROP_KEY.',
  ])
    expect(stdout).toContain(`  ${line}`);
  expect(stdout).toMatch(/\n\d+ to fix before going live\.\n$/);
  expect(existsSync(dataDir)).toBe(false);
  const asJson: CheckResult[] = JSON.parse((await runCommand('doctor', ['--json'], env)).stdout);
  expect(asJson.map(({ subject }) => subject)).toContain('https');
});
