import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import { type Config, readConfig } from '../../config.ts';
import { describeProvider } from '../../payments/open-payments.ts';
import { closeEndedWeeks, parseSiteContent } from '../../site/catalogue.ts';
import { fillPaymentPages } from '../../site/fill-site.ts';
import { loadSiteSnapshot, type SiteSnapshot } from '../../site/site-snapshot.ts';
import { checkBackups, checkDataFolder, checkDisk, checkNode, checkShop } from './check-machine.ts';
import { checkHttps, checkLabels, checkMail, checkService } from './check-services.ts';
import {
  areWhole,
  type CheckResult,
  checkBuiltContent,
  checkPassword,
  checkPayments,
  checkPlaceholders,
  checkSettings,
  checkWeeks,
  conclude,
} from './check-settings.ts';
import { checkAtStripe } from './check-stripe.ts';

/**
 * Looks at everything before a shop goes live, and changes nothing. What was not looked at has no result.
 * @param env the service's variables, if they are not the process's
 */
export async function diagnose(
  env: Record<string, string | undefined> | undefined,
  now: Date,
): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return conclude('settings', [(error as Error).message]);
  }
  const site = await loadSiteSnapshot(config.distDir)
    .then((built) => fillPaymentPages(built, describeProvider(config.payments)))
    .catch((error: Error) => error.message);
  const isBuilt = typeof site !== 'string';
  return [
    ...checkNode(process.versions.node),
    ...checkSettings(config),
    ...checkPayments(config.payments),
    ...checkDataFolder(config.dataDir),
    ...(await checkDisk(config)),
    ...(await checkShop(config, now)),
    // Copies of a database on Postgres are made there.
    ...(config.databaseUrl === undefined ? checkBackups(config, now) : []),
    ...(await checkService(config, isBuilt ? site.id : undefined)),
    ...(await checkMail(config.mail)),
    ...(await checkLabels(config.clickAndDrop)),
    ...(isBuilt ? await examineSite(site, config, now) : conclude('built pages', [site])),
  ];
}

async function examineSite(site: SiteSnapshot, config: Config, now: Date): Promise<CheckResult[]> {
  const { catalogue, farm } = parseSiteContent(site.content);
  const { adminPassword, mail, payments, trustedProxies, contentDir } = config;
  return [
    ...conclude('built pages', [], 'The built pages are complete, and use the service’s payment provider.'),
    ...checkBuiltContent(site, contentDir),
    ...checkPassword(adminPassword, [farm.name, farm.shortName, farm.address.town]),
    ...checkPlaceholders(farm, mail),
    ...checkWeeks(closeEndedWeeks(catalogue, readPaymentMode(payments)), now),
    ...(await checkHttps(farm, trustedProxies, site.id)),
    ...(areWhole(payments) ? await checkAtStripe(payments, farm.website) : []),
  ];
}
