import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readFolders } from '#commands';
import { countSlips } from '#domain/email-suggestion.ts';
import { modeOfKey } from '#domain/payments/payment-provider.ts';

/** Of an archive with its instant, as in its name: `0.1.0+20261122-180105`. */
export const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** A whole number from `min` to `max`, with a message for the operator. */
function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}, in digits`;
  return z.string().regex(/^\d+$/, rule).transform(Number).pipe(z.number().min(min, rule).max(max, rule));
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const variablesSchema = z.object({
  /** With 0 the system chooses a free port, which the first line of output then names. */
  PORT: wholeNumber(0, 65535).default(4321),
  /** If unset, the service listens on all interfaces, as a container or a phone on the same network needs. */
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  /** If unset, the database is a file in the data folder. */
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a URL such as postgres://user:password@host/database',
    })
    .optional(),
  /** If unset, the folder `backups` in the data folder. */
  BACKUP_DIR: z.string().min(1).optional(),
  DIST_DIR: z.string().min(1).default('dist'),
  CONTENT_DIR: z.string().min(1).default('content'),
  NODE_ENV: z.string().optional(),
  /** In production, allows a shop to begin in an empty data folder or database. */
  NEW_SHOP: z.literal('1', 'can only be 1, or left out').optional(),
  /** The number of proxies in front whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  KEEP_MESSAGES_DAYS: wholeNumber(1, 3650).default(365),
  KEEP_ORDERS_YEARS: wholeNumber(1, 50).default(7),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  /** Allows reading /metrics from other machines. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\S*$/, 'must start with sk_ or rk_, without spaces')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S*$/, 'must start with whsec_, without spaces')
    .optional(),
  PUBLIC_STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\S*$/, 'must start with pk_, without spaces')
    .optional(),
  PAYMENTS: z.literal('sandbox', 'can only be sandbox, or left out').optional(),
  /** A payment sandbox in a process of its own, instead of the embedded one. */
  SANDBOX_URL: z.url('must be a URL such as http://127.0.0.1:4242').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtps://user:password@host:465' })
    .optional(),
  CLICK_AND_DROP_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the key as Click & Drop shows it')
    .optional(),
  /** For trying things out, instead of Royal Mail's own URL. */
  CLICK_AND_DROP_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as http://127.0.0.1:4243' })
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  FARM_INBOX: z.email('must be an e-mail address').optional(),
});

/** Payments go to Stripe, or to the sandbox that stands in for it. */
export type PaymentsConfig =
  | {
      readonly mode: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      readonly webhookSecret: string;
    }
  | { readonly mode: 'sandbox'; readonly url: string | undefined };

/** Why the service cannot start, where only a person can change that. Its message is for the operator. */
export class CannotStart extends Error {}

/** Every folder is absolute. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from the environment, once. Relative folders are relative to the project's root.
 * @throws CannotStart naming every variable that is wrong or missing, and what each should be
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  // `PORT=` in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = variablesSchema.safeParse(given);
  const problems = result.success ? [] : result.error.issues.map((issue) => describeIssue(issue, given));
  const payments = paymentsProblem(given);
  if (payments !== undefined) problems.push(payments);
  const misspelt = findMisspelt(given);
  if (!result.success || problems.length > 0) {
    throw new CannotStart(
      [`The service cannot start with these settings: ${problems.join('; ')}.`, ...misspelt].join(' '),
    );
  }
  const { data } = result;
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    ...readFolders(given),
    databaseUrl: data.DATABASE_URL,
    mayBegin: data.NODE_ENV !== 'production' || data.NEW_SHOP === '1',
    trustedProxies: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    keeping: { messagesDays: data.KEEP_MESSAGES_DAYS, ordersYears: data.KEEP_ORDERS_YEARS },
    adminPassword: data.ADMIN_PASSWORD,
    metricsToken: data.METRICS_TOKEN,
    payments: readPayments(data),
    clickAndDrop: readClickAndDrop(data),
    mail: {
      smtpUrl: data.SMTP_URL,
      from: data.MAIL_FROM,
      farmInbox: data.FARM_INBOX,
      /** Whether mails wait, instead of being printed, while there is no mail server. */
      isWithheld: data.SMTP_URL === undefined && data.NODE_ENV === 'production',
    },
    /** What is probably meant by variables that are nearly ours, in a sentence each. */
    misspelt,
  });
}

/** Why a content folder that is set is not there. Undefined if it is, or none is set: a machine may have only a built site. */
export function findMissingContent({ contentDir }: Pick<Config, 'contentDir'>): string | undefined {
  if (contentDir === readFolders({}).contentDir || existsSync(contentDir)) return undefined;
  return `There is no folder ${contentDir}: CONTENT_DIR is mistyped, or its disk is not mounted.`;
}

/** From so many letters on, two slips are still a slip: HOME is not HOST. */
const LONG_NAME = 10;

function findMisspelt(env: Record<string, string | undefined>): string[] {
  const ours = Object.keys(variablesSchema.shape);
  return Object.keys(env).flatMap((given) => {
    const isMeant = (name: string) =>
      countSlips(given.toUpperCase(), name) <= (name.length < LONG_NAME ? 1 : 2);
    const meant = ours.includes(given) ? undefined : ours.find(isMeant);
    return meant === undefined ? [] : [`${given}: did you mean ${meant}?`];
  });
}

const CLICK_AND_DROP = 'https://api.parcel.royalmail.com/api/v1';

/** Only where the data are, for commands that need no other settings. */
export function readDataPlaces(env: Record<string, string | undefined> = process.env) {
  return { databaseUrl: env.DATABASE_URL || undefined, ...readFolders(env) };
}

/** What systemd hands over with `farm.socket` and `Type=notify`: the port's socket, and the wish to hear when it answers. */
export function readSystemd(env: Record<string, string | undefined> = process.env) {
  const FIRST_FD = 3;
  return {
    socketFd: env.LISTEN_PID === String(process.pid) ? FIRST_FD : undefined,
    isNotified: env.NOTIFY_SOCKET !== undefined,
  };
}

/** What programs are told that the service starts: only what a program needs to run. They have no use for the shop's keys. */
export function describeProgramEnvironment(
  env: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, SystemRoot, TEMP, MALLOC_ARENA_MAX, NODE_OPTIONS } = env;
  return { PATH, HOME, TMPDIR, SystemRoot, TEMP, MALLOC_ARENA_MAX, NODE_OPTIONS };
}

/** What the program that builds the site is told: its folders too. */
export function describeBuildEnvironment({
  contentDir,
  distDir,
  dataDir,
}: Pick<Config, 'contentDir' | 'distDir' | 'dataDir'>): Record<string, string | undefined> {
  const folders = { CONTENT_DIR: contentDir, DIST_DIR: distDir, DATA_DIR: dataDir };
  return { ...describeProgramEnvironment(), ...folders };
}

const SECRET = /PASSWORD|SECRET|KEY|TOKEN|SMTP_URL|DATABASE_URL/;

function describeIssue({ path, message }: z.core.$ZodIssue, env: Record<string, string | undefined>): string {
  const name = String(path[0]);
  return SECRET.test(name) ? `${name}: ${message}` : `${name}=${env[name]}: ${message}`;
}

const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_STRIPE_PUBLISHABLE_KEY'];

/** Some but not all of Stripe's settings, or none in production, is a mistake. */
function paymentsProblem(env: Record<string, string | undefined>): string | undefined {
  const missing = STRIPE_VARIABLES.filter((name) => env[name] === undefined);
  if (env.PAYMENTS === 'sandbox') return isLive(env) ? SANDBOX_BESIDE_LIVE_KEYS : undefined;
  if (missing.length === 0) return keysProblem(env);
  if (missing.length < STRIPE_VARIABLES.length) {
    return `Stripe needs all three of its variables, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`;
  }
  return env.NODE_ENV === 'production'
    ? `in production, payments need ${missing.join(', ')}, or PAYMENTS=sandbox to take no real payments on purpose`
    : undefined;
}

const SANDBOX_BESIDE_LIVE_KEYS =
  'PAYMENTS=sandbox stands beside live keys of Stripe; take PAYMENTS away to take real payments, or the keys to try things out';

function isLive({ STRIPE_SECRET_KEY = '', PUBLIC_STRIPE_PUBLISHABLE_KEY = '' }: typeof process.env): boolean {
  return [STRIPE_SECRET_KEY, PUBLIC_STRIPE_PUBLISHABLE_KEY].some((key) => modeOfKey(key) === 'live');
}

function keysProblem(env: Record<string, string | undefined>): string | undefined {
  const [secret, publishable] = [env.STRIPE_SECRET_KEY ?? '', env.PUBLIC_STRIPE_PUBLISHABLE_KEY ?? ''].map(
    modeOfKey,
  );
  return secret === publishable
    ? undefined
    : `STRIPE_SECRET_KEY is a ${secret} key and PUBLIC_STRIPE_PUBLISHABLE_KEY a ${publishable} key; use two keys of the same mode`;
}

function readPayments(data: z.output<typeof variablesSchema>): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = data;
  const publishableKey = data.PUBLIC_STRIPE_PUBLISHABLE_KEY;
  const isSandbox = data.PAYMENTS === 'sandbox';
  return isSandbox || secretKey === undefined || webhookSecret === undefined || publishableKey === undefined
    ? { mode: 'sandbox', url: data.SANDBOX_URL }
    : { mode: 'stripe', secretKey, publishableKey, webhookSecret };
}

/** Undefined if labels are made by hand: orders paid in the sandbox must not reach Royal Mail. The URL has no final slash. */
function readClickAndDrop(data: z.output<typeof variablesSchema>) {
  const { CLICK_AND_DROP_KEY: key, CLICK_AND_DROP_URL: url } = data;
  if (key === undefined) return undefined;
  if (url !== undefined) return { key, url };
  return readPayments(data).mode === 'stripe' ? { key, url: CLICK_AND_DROP } : undefined;
}
