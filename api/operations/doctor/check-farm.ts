import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { londonDay } from '#domain/dates.ts';
import { isOnSale, weekLabel } from '#domain/delivery/weeks.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Config } from '../../config.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { SiteSnapshot } from '../../site/site-snapshot.ts';
import { type CheckResult, conclude } from './check-result.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Names and numbers reserved for examples: example.com, Ofcom's 01632 960 numbers, an unassigned postcode. */
const PLACEHOLDER = /\bexample\.(?:com|org|net)\b|01632 ?960|TA0 0AA/;

/** Whether the farm's facts and mail addresses still contain example data. */
export function checkPlaceholders(
  farm: Farm,
  mail: Pick<Config['mail'], 'from' | 'farmInbox'>,
): CheckResult[] {
  const inFarm = Object.entries(farm)
    .filter(([, value]) => PLACEHOLDER.test(JSON.stringify(value) ?? ''))
    .map(([name]) => name);
  const inMail = Object.entries({ MAIL_FROM: mail.from, FARM_INBOX: mail.farmInbox })
    .filter(([, value]) => PLACEHOLDER.test(value ?? ''))
    .map(([name]) => name);
  const problems = [
    ...(inFarm.length > 0 ? [`content/farm.json still has placeholders in ${inFarm.join(', ')}.`] : []),
    ...inMail.map((name) => `${name} is a placeholder.`),
  ];
  return conclude('farm facts', problems, 'No placeholders are left in content/farm.json.');
}

/** Whether visitors connect over HTTPS. */
export function checkHttps(
  { website }: Pick<Farm, 'website'>,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): CheckResult[] {
  const problems: string[] = [];
  if (!website.startsWith('https://')) problems.push(`The website’s URL is ${website}, without https.`);
  if (trustedProxies === 0) {
    problems.push(
      'There is no HTTPS: put a proxy with HTTPS in front, and set TRUST_PROXY=1. Without it nobody can sign in or pay with a wallet.',
    );
  }
  return conclude('https', problems, 'A proxy provides HTTPS.');
}

/** Whether past weeks can still be ordered. */
export function checkWeeks({ weeks }: Pick<Catalogue, 'weeks'>, now: Date): CheckResult[] {
  const today = londonDay(now);
  const monday = new Date(Date.parse(today) - 6 * DAY_MS).toISOString().slice(0, 10);
  // The current week started within the last seven days.
  const over = weeks.filter((week) => week.id < monday && isOnSale(week, today));
  const open = weeks.filter((week) => week.id >= monday && isOnSale(week, today));
  const problems = [
    ...(over.length > 0
      ? [
          `${over.map(weekLabel).join(', ')} ${over.length === 1 ? 'is' : 'are'} over but can still be ordered: remove past weeks from content/shop.json.`,
        ]
      : []),
    ...(open.length === 0 ? ['No future delivery week can be ordered.'] : []),
  ];
  return conclude(
    'weeks',
    problems,
    `${open.length} future delivery weeks can be ordered, and no past ones.`,
  );
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
