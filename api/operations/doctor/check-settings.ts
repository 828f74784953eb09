import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, londonDay } from '#domain/dates.ts';
import { isOnSale, weekLabel } from '#domain/delivery/weeks.ts';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { isGuessable } from '../../admin/password.ts';
import type { Config, PaymentsConfig } from '../../config.ts';
import { checkMailServer } from '../../mail/transport.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { SiteSnapshot } from '../../site/site-snapshot.ts';

/** The result of one check. */
export interface CheckResult {
  /** What was checked, in a word or two. */
  readonly subject: string;
  readonly ok: boolean;
  /** In plain words. For a problem, with what to do about it. */
  readonly message: string;
}

/** One result per problem, or a single good one. */
export function conclude(
  subject: string,
  problems: readonly (string | false | undefined)[],
  allWell: string,
): CheckResult[] {
  const found = problems.filter((problem) => typeof problem === 'string');
  if (found.length === 0) return [{ subject, ok: true, message: allWell }];
  return found.map((message) => ({ subject, ok: false, message }));
}

/** Whether real money moves. The config has already checked that both keys have the same mode. */
export function checkPayments(payments: PaymentsConfig): CheckResult[] {
  const mode = readPaymentMode(payments);
  const problems = [
    mode === 'sandbox' && 'Payments go to the sandbox, so no money moves: set the three variables of Stripe.',
    mode === 'test' &&
      'Stripe’s keys are test keys, so no money moves: replace all three with the live ones.',
  ];
  return conclude('payments', problems, 'Stripe’s keys are live ones.');
}

/** @param password from `ADMIN_PASSWORD` */
export function checkPassword(password: string | undefined, names: readonly string[]): CheckResult[] {
  const isWeak = password !== undefined && isGuessable(password, names);
  const problems = [isWeak && 'ADMIN_PASSWORD can be guessed: use four or more unrelated words.'];
  const isSet = password !== undefined;
  const well = isSet ? 'is not easy to guess.' : 'is not set: the password of an earlier start stays.';
  return conclude('admin password', problems, `ADMIN_PASSWORD ${well}`);
}

export async function checkMail(smtpUrl: string | undefined): Promise<CheckResult[]> {
  const problem =
    smtpUrl === undefined
      ? 'SMTP_URL is not set: mails are only printed, and nobody gets one.'
      : await checkMailServer(smtpUrl).catch(
          ({ message }: Error) => `The mail server refuses (${message.trim()}): check SMTP_URL.`,
        );
  return conclude('mail', [problem ?? undefined], 'The mail server accepts our mails.');
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

/** Whether visitors connect over HTTPS. */
export function checkHttps(
  { website }: Pick<Farm, 'website'>,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): CheckResult[] {
  const problems = [
    !website.startsWith('https://') && `The website’s URL is ${website}, without https.`,
    trustedProxies === 0 &&
      'There is no HTTPS: put a proxy with HTTPS in front, and set TRUST_PROXY=1. Without it nobody can sign in or pay with a wallet.',
  ];
  return conclude('https', problems, 'A proxy provides HTTPS.');
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
  const changed = ['shop.json', 'farm.json'].filter((name) => {
    const inFolder = readJson(join(contentDir, name));
    return inFolder !== undefined && JSON.stringify(inFolder) !== JSON.stringify(built[name]);
  });
  const problems = changed.map(
    (name) =>
      `content/${name} has changed since the site was built${name === 'shop.json' ? ', including prices or weeks' : ''}: run \`npm run content:publish\`.`,
  );
  return conclude('built content', problems, 'The site was built with the prices and facts in content/.');
}

/** @returns undefined if only the built site was deployed */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return null;
  }
}
