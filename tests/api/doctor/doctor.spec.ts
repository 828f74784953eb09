import { expect, test } from '@playwright/test';
import { checkBuiltContent, checkBuiltPayments } from '../../../api/doctor/check-site.ts';
import type { Finding } from '../../../api/doctor/finding.ts';
import { loadSiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { buildSite } from '../../../src/build/build.ts';
import { runCommand } from '../../support/run-command.ts';
import { createSmallSite, makeShop, SMALL_SITE, writeFiles } from '../../support/small-site.ts';

const LIVE = {
  mode: 'stripe',
  secretKey: 'sk_live_x',
  publishableKey: 'pk_live_farm',
  webhookSecret: 'whsec_x',
} as const;
const SANDBOX = { mode: 'sandbox', url: undefined } as const;

/** The made-up site, built with a key in one of its scripts. */
async function buildWith(script: string) {
  const site = await createSmallSite();
  site.pages = { ...SMALL_SITE, '_astro/pay.AbCdE.js': script };
  await buildSite(site);
  return { site, snapshot: await loadSiteSnapshot(site.outDir) };
}

test('pages built for another way to pay are named', async () => {
  const live = await buildWith('pay("pk_live_farm")');
  const sandbox = await buildWith('pay("pk_test_sandbox")');
  const none = await buildWith('count()');
  const says = ({ snapshot }: typeof live, payments: typeof LIVE | typeof SANDBOX) => {
    const [finding] = checkBuiltPayments(snapshot, payments);
    return finding?.ok ? 'ok' : finding?.sentence;
  };
  expect(says(live, LIVE)).toBe('ok');
  expect(says(sandbox, SANDBOX)).toBe('ok');
  expect(says(sandbox, LIVE)).toContain('built to pay by the payment sandbox and the service expects Stripe');
  expect(says(live, SANDBOX)).toContain('built to pay by Stripe and the service expects the payment sandbox');
  expect(says(await buildWith('pay("pk_test_other")'), LIVE)).toContain('with another key');
  expect(says(none, LIVE)).toContain('know no way to pay');
  for (const { site } of [live, sandbox, none]) await site.remove();
});

test('a price list that was changed and not published is named', async () => {
  const { site, snapshot } = await buildWith('');
  await writeFiles(site.root, { 'content/farm.json': JSON.stringify(site.values['farm.json']) });
  expect(checkBuiltContent(snapshot, site.contentDir).map(({ ok }) => ok)).toEqual([true]);
  await writeFiles(site.root, { 'content/shop.json': JSON.stringify(makeShop('£45.00')) });
  expect(checkBuiltContent(snapshot, site.contentDir)[0]?.sentence).toContain('another content/shop.json');
  await site.remove();
  expect(checkBuiltContent(snapshot, site.contentDir).map(({ ok }) => ok)).toEqual([true]);
});

test('npm run doctor says what is wrong, and ends with 1', async () => {
  const { site } = await buildWith('pay("pk_test_sandbox")');
  const env = { DIST_DIR: site.outDir, DATA_DIR: `${site.root}/data`, ADMIN_PASSWORD: 'christmas2026' };
  const { code, stdout, stderr } = await runCommand('doctor', [], env);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('  WRONG  admin password: ADMIN_PASSWORD can be guessed');
  expect(stdout).toContain('  ok     built pages: The pages pay where the service expects it');
  expect(stdout).toMatch(/\n\d+ to see to before going live\.\n$/);
  const asJson: Finding[] = JSON.parse((await runCommand('doctor', ['--json'], env)).stdout);
  expect(asJson.map(({ subject }) => subject)).toContain('https');
  await site.remove();
});

test('settings with which the service would not start are the one finding', async () => {
  const { code, stdout } = await runCommand('doctor', [], { STRIPE_SECRET_KEY: 'sk_live_x' });
  expect(code).toBe(1);
  expect(stdout).toContain('settings: The service cannot start with these settings: Stripe needs all three');
  expect(stdout).not.toContain('sk_live_x');
});

test('without a site the rest is looked at all the same', async () => {
  const { stdout } = await runCommand('doctor', [], {
    DIST_DIR: '/nowhere',
    DATA_DIR: test.info().outputPath('data'),
  });
  expect(stdout).toContain('There is no built site in /nowhere');
  expect(stdout).toContain('SMTP_URL is not set');
});
