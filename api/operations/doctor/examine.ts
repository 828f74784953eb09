import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Config } from '../../config.ts';
import { describeProvider } from '../../payments/open-payments.ts';
import { closeEndedWeeks, parseSiteContent } from '../../site/catalogue.ts';
import { fillPaymentPages } from '../../site/fill-payments.ts';
import { loadSiteSnapshot, type SiteSnapshot } from '../../site/site-snapshot.ts';
import { checkBuiltContent, checkHttps, checkPlaceholders, checkWeeks } from './check-farm.ts';
import {
  checkBackups,
  checkClock,
  checkDataFolder,
  checkDisk,
  checkNode,
  checkShop,
  readLastWork,
} from './check-machine.ts';
import { checkPostgres } from './check-postgres.ts';
import type { CheckResult } from './check-result.ts';
import { checkMail, checkPassword, checkPayments } from './check-settings.ts';
import { checkAtStripe } from './check-stripe.ts';

/** All checks before going live. Changes nothing, except that it creates a missing data folder. */
export async function examine(config: Config, now: Date): Promise<CheckResult[]> {
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
  if (typeof site === 'string')
    return [...own, ...mail, { subject: 'built pages', ok: false, message: site }];
  return [...own, ...mail, ...(await examineSite(site, config, now))];
}

async function examineSite(site: SiteSnapshot, config: Config, now: Date): Promise<CheckResult[]> {
  const { catalogue, farm } = parseSiteContent(site.content);
  return [
    ...checkPassword(config.adminPassword, [farm.name, farm.shortName, farm.address.town]),
    ...checkPlaceholders(farm, config.mail),
    ...checkHttps(farm, config),
    ...checkWeeks(closeEndedWeeks(catalogue, readPaymentMode(config.payments)), now),
    {
      subject: 'built pages',
      ok: true,
      message: 'The built pages are complete, and use the service’s payment provider.',
    },
    ...checkBuiltContent(site, config.contentDir),
    ...(await checkAtStripe(config.payments, farm.website)),
  ];
}
