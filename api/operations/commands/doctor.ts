import { EXIT, runProgram } from '#commands';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import { type Config, readConfig } from '../../config.ts';
import { describeProvider } from '../../payments/open-payments.ts';
import { closeEndedWeeks, parseSiteContent } from '../../site/catalogue.ts';
import { fillPaymentPages } from '../../site/fill-site.ts';
import { loadSiteSnapshot, type SiteSnapshot } from '../../site/site-snapshot.ts';
import {
  checkBackups,
  checkClock,
  checkDataFolder,
  checkDisk,
  checkNode,
  checkPostgres,
  checkShop,
  readLastWork,
} from '../doctor/check-machine.ts';
import {
  type CheckResult,
  checkBuiltContent,
  checkHttps,
  checkMail,
  checkPassword,
  checkPayments,
  checkPlaceholders,
  checkWeeks,
  conclude,
} from '../doctor/check-settings.ts';
import { checkAtStripe } from '../doctor/check-stripe.ts';
import { makePurchase } from '../doctor/make-purchase.ts';

/** All checks before going live. Changes nothing, except that it creates a missing data folder. */
async function examine(config: Config, now: Date): Promise<CheckResult[]> {
  const own = [
    ...checkNode(process.versions.node),
    ...checkPayments(config.payments),
    ...checkDataFolder(config.dataDir),
    ...(await checkDisk(config)),
    ...(config.databaseUrl === undefined
      ? [
          ...checkShop(config.dataDir),
          ...checkBackups(config.backupDir, now),
          ...checkClock(readLastWork(config.dataDir), now),
        ]
      : await checkPostgres(config.databaseUrl, now)),
  ];
  const mail = await checkMail(config.mail.smtpUrl);
  const site = await loadSiteSnapshot(config.distDir)
    .then((built) => fillPaymentPages(built, describeProvider(config.payments)))
    .catch((error: Error) => error.message);
  const ofSite =
    typeof site === 'string' ? conclude('built pages', [site], '') : await examineSite(site, config, now);
  return [...own, ...mail, ...ofSite];
}

async function examineSite(site: SiteSnapshot, config: Config, now: Date): Promise<CheckResult[]> {
  const { catalogue, farm } = parseSiteContent(site.content);
  return [
    ...checkPassword(config.adminPassword, [farm.name, farm.shortName, farm.address.town]),
    ...checkPlaceholders(farm, config.mail),
    ...checkHttps(farm, config),
    ...checkWeeks(closeEndedWeeks(catalogue, readPaymentMode(config.payments)), now),
    ...conclude('built pages', [], 'The built pages are complete, and use the service’s payment provider.'),
    ...checkBuiltContent(site, config.contentDir),
    ...(await checkAtStripe(config.payments, farm.website)),
  ];
}

async function* findAll(isPurchase = false): AsyncGenerator<CheckResult> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    yield* conclude('settings', [(error as Error).message], '');
    return;
  }
  if (isPurchase) yield* makePurchase(config, console.error);
  else yield* await examine(config, new Date());
}

await runProgram('doctor', async ({ flags: { purchase, json } }) => {
  const results: CheckResult[] = [];
  for await (const result of findAll(purchase)) {
    results.push(result);
    if (!json) console.log(`${result.ok ? '  ok   ' : '  WRONG'}  ${result.subject}: ${result.message}`);
  }
  const wrong = results.filter(({ ok }) => !ok).length;
  const [well, bad] = purchase
    ? ['The whole purchase succeeded.', 'The purchase failed.']
    : ['Ready to go live.', `${wrong} to fix before going live.`];
  console.log(json ? JSON.stringify(results, undefined, 2) : `\n${wrong === 0 ? well : bad}`);
  if (wrong > 0) process.exitCode = EXIT.failed;
});
