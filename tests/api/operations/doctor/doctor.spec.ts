import { expect, test } from '@playwright/test';
import { checkBuiltContent } from '../../../../api/operations/doctor/check-farm.ts';
import type { CheckResult } from '../../../../api/operations/doctor/check-result.ts';
import { loadSiteSnapshot } from '../../../../api/site/site-snapshot.ts';
import { runCommand } from '../../../support/run-command.ts';
import { buildSmallSite, makeShop, writeFiles } from '../../../support/small-site.ts';

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
  expect(stdout).toMatch(/\n\d+ to fix before going live\.\n$/);
  const asJson: CheckResult[] = JSON.parse((await runCommand('doctor', ['--json'], env)).stdout);
  expect(asJson.map(({ subject }) => subject)).toContain('https');
  await site.remove();
});

test('settings with which the service would not start are the one result', async () => {
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
