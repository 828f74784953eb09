import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sayCommand } from '#commands';
import { addDays, londonDay } from '#domain/dates.ts';
import { isOnSale, weekLabel } from '#domain/delivery/weeks.ts';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { isGuessable } from '../../admin/password.ts';
import { type Config, findMissingContent, type PaymentsConfig } from '../../config.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { SiteSnapshot } from '../../site/site-snapshot.ts';

/** The result of one check. */
export interface CheckResult {
  readonly subject: string;
  readonly ok: boolean;
  /** In plain words. For a problem, with what to do about it. */
  readonly message: string;
}

/** One result per problem, or a single good one. @param allWell undefined where nothing was looked at */
export function conclude(
  subject: string,
  problems: readonly (string | false | undefined)[],
  allWell?: string,
): CheckResult[] {
  const found = problems.filter((problem) => typeof problem === 'string');
  if (found.length === 0) return allWell === undefined ? [] : [{ subject, ok: true, message: allWell }];
  return found.map((message) => ({ subject, ok: false, message }));
}

/** All interfaces, as HOST says it. */
export const EVERYWHERE = [undefined, '0.0.0.0', '::'];

/** Whether the service is the one process of a container, which has a network of its own. */
function isInContainer(): boolean {
  return existsSync(FIRST_PROCESS) && readFileSync(FIRST_PROCESS, 'utf8').includes('api/server.ts');
}
const FIRST_PROCESS = '/proc/1/cmdline';

/** Settings that are not what is meant. */
export function checkSettings(config: Config): CheckResult[] {
  const { misspelt, host, port, trustedProxies } = config;
  const isOpen = trustedProxies > 0 && EVERYWHERE.includes(host) && !isInContainer();
  const problems = [
    ...misspelt,
    isOpen &&
      `Port ${port} is open to everybody, past the proxy, and whoever comes that way can say that they are somebody else: set HOST=127.0.0.1.`,
    findMissingContent(config),
  ];
  return conclude('settings', problems, 'Every setting is understood.');
}

/** Stripe's are at least this long. */
const LEAST_KEY_LENGTH = 32;

function findShortKeys(payments: PaymentsConfig): string[] {
  if (payments.mode === 'sandbox') return [];
  const keys = {
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
    PUBLIC_STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
  };
  return Object.entries(keys).flatMap(([name, key]) => (key.length < LEAST_KEY_LENGTH ? [name] : []));
}

/** Whether Stripe's keys are long enough to be asked about. */
export function areWhole(payments: PaymentsConfig): boolean {
  return findShortKeys(payments).length === 0;
}

/** Whether real money moves. The config has already checked that both keys have the same mode. */
export function checkPayments(payments: PaymentsConfig): CheckResult[] {
  const mode = readPaymentMode(payments);
  const problems = [
    mode === 'sandbox' && 'Payments go to the sandbox, so no money moves: set the three variables of Stripe.',
    mode === 'test' &&
      'Stripe’s keys are test keys, so no money moves: replace all three with the live ones.',
    ...findShortKeys(payments).map(
      (name) => `${name} is too short to be whole: copy it again from Stripe’s dashboard.`,
    ),
  ];
  return conclude('payments', problems, 'Stripe’s keys are live ones.');
}

/** @param password from `ADMIN_PASSWORD` */
export function checkPassword(password: string | undefined, names: readonly string[]): CheckResult[] {
  if (password === undefined) return [];
  const isWeak = isGuessable(password, names);
  const problems = [isWeak && 'ADMIN_PASSWORD can be guessed: use four or more unrelated words.'];
  return conclude('admin password', problems, 'ADMIN_PASSWORD is not easy to guess.');
}

/** Names and numbers reserved for examples: example.com, Ofcom's 01632 960 numbers, an unassigned postcode. */
const PLACEHOLDER = /\bexample\.(?:com|org|net)\b|01632 ?960|TA0 0AA/;

/** Whether the farm's facts and mail addresses still contain example data. */
export function checkPlaceholders(
  farm: Farm,
  { from, farmInbox }: Pick<Config['mail'], 'from' | 'farmInbox'>,
): CheckResult[] {
  const find = (facts: object) =>
    Object.entries(facts).flatMap(([name, value]) =>
      PLACEHOLDER.test(JSON.stringify(value) ?? '') ? [name] : [],
    );
  const inFarm = find(farm).join(', ');
  const inMail = find({ MAIL_FROM: from, FARM_INBOX: farmInbox });
  const problems = [
    inFarm !== '' && `content/farm.json still has placeholders in ${inFarm}.`,
    ...inMail.map((name) => `${name} is a placeholder.`),
  ];
  return conclude('farm facts', problems, 'No placeholders are left in content/farm.json.');
}

/** Whether past weeks can still be ordered. */
export function checkWeeks({ weeks }: Pick<Catalogue, 'weeks'>, now: Date): CheckResult[] {
  const today = londonDay(now);
  // The current week started within the last seven days.
  const monday = addDays(today, -6);
  const onSale = weeks.filter((week) => isOnSale(week, today));
  const over = onSale.filter(({ id }) => id < monday);
  const open = onSale.length - over.length;
  const problems = [
    over.length > 0 &&
      `${over.map(weekLabel).join(', ')} ${over.length === 1 ? 'is' : 'are'} over but can still be ordered: remove past weeks from content/shop.json.`,
    open === 0 && 'No future delivery week can be ordered.',
  ];
  return conclude('weeks', problems, `${open} future delivery weeks can be ordered, and no past ones.`);
}

/** Prices and facts come from the build. If the content folder differs, the site must be published again. */
export function checkBuiltContent({ content: built }: SiteSnapshot, contentDir: string): CheckResult[] {
  // Only the built site was deployed.
  if (!existsSync(contentDir)) return [];
  const changed = ['shop.json', 'farm.json'].filter(
    (name) => JSON.stringify(readJson(join(contentDir, name))) !== JSON.stringify(built[name]),
  );
  const problems = changed.map(
    (name) =>
      `content/${name} has changed since the site was built${name === 'shop.json' ? ', including prices or weeks' : ''}: run \`${sayCommand('content:publish')}\`.`,
  );
  return conclude(
    'built content',
    problems,
    `The site was built with the prices and facts in ${contentDir}.`,
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
