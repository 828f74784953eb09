import { isIPv6 } from 'node:net';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Config } from '../../config.ts';
import { createClickAndDrop } from '../../labels/click-and-drop.ts';
import { checkMailServer } from '../../mail/transport.ts';
import { type CheckResult, conclude, EVERYWHERE } from './check-settings.ts';

const TIMEOUT_MS = 8000;
/** The doctor looks at these itself. */
const LOOKED_AT = ['disk', 'clock'];

/** What `/healthz` or `/readyz` says, or why nothing does. */
interface Answer {
  readonly reason?: string;
  readonly build?: string;
  readonly payments?: string;
  readonly error?: string;
  readonly warnings?: readonly string[];
}

/** Whether the service runs, with these settings and this build. @param build undefined if there is none */
export async function checkService(config: Config, build: string | undefined): Promise<CheckResult[]> {
  const { port, payments } = config;
  const host = EVERYWHERE.includes(config.host) ? '127.0.0.1' : (config.host ?? '');
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const health = await ask(`${url}/healthz`);
  if (health.build === undefined) {
    const start = `No service answers at ${url} (${health.reason}): start it, and if it does not stay, its log says why.`;
    const other = `At ${url} answers something else than the shop: stop it, or set another PORT.`;
    return conclude('service', [health.reason === undefined ? other : start]);
  }
  const { error, warnings = [], payments: mode } = await ask(`${url}/readyz`);
  const failing = warnings.filter((name) => !LOOKED_AT.includes(name));
  const isOther = mode !== undefined && mode !== readPaymentMode(payments);
  const problems = [
    error !== undefined && `The service at ${url} says: ${error}`,
    failing.length > 0 &&
      `What keeps failing in the service at ${url}: ${failing.join(', ')}. The log says why.`,
    (isOther || (build !== undefined && build !== health.build)) &&
      `The service at ${url} runs with other settings or another build than these: restart it.`,
  ];
  return conclude('service', problems, `The service answers at ${url}, with these settings and this build.`);
}

/** Whether visitors reach this shop over HTTPS. */
export async function checkHttps(
  { website }: Pick<Farm, 'website'>,
  trustedProxies: number,
  build: string,
): Promise<CheckResult[]> {
  const problems = [
    trustedProxies === 0 &&
      'The service expects no proxy, so nobody can sign in or pay with a wallet over HTTPS: set TRUST_PROXY=1.',
  ];
  const answer = await ask(`${website}/healthz`);
  if (answer.reason !== undefined)
    problems.push(
      `${website} does not answer (${answer.reason}): check its DNS entry, the proxy and the certificate.`,
    );
  else if (answer.build !== build)
    problems.push(`At ${website} answers something else than this shop: check its DNS entry and the proxy.`);
  return conclude('https', problems, `${website} answers over HTTPS, with this build.`);
}

/** Whether the mail server takes our mails. None is sent. */
export async function checkMail({ smtpUrl, isWithheld }: Config['mail']): Promise<CheckResult[]> {
  if (smtpUrl === undefined) {
    const fate = isWithheld ? 'mails wait until it is' : 'mails are printed into the terminal';
    return conclude('mail', [`SMTP_URL is not set: ${fate}, and nobody gets one.`]);
  }
  const refusal = await checkMailServer(smtpUrl).catch(({ message }: Error) => message.trim());
  const problem = refusal && `The mail server refuses (${refusal}): check SMTP_URL.`;
  return conclude('mail', [problem || undefined], 'The mail server accepts our mails.');
}

/** Looks up an order that Click & Drop does not have. Without a key, labels are made by hand. */
export async function checkLabels(clickAndDrop: Config['clickAndDrop']): Promise<CheckResult[]> {
  if (clickAndDrop === undefined) return [];
  const service = createClickAndDrop({ ...clickAndDrop, timeoutMs: TIMEOUT_MS });
  const answer = await service.find('doctor', AbortSignal.timeout(TIMEOUT_MS));
  const problem = answer.outcome === 'unknown' && answer.reason;
  return conclude('labels', [problem], 'Click & Drop accepts CLICK_AND_DROP_KEY.');
}

async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await response.json().catch(() => ({}));
  } catch (error) {
    const { cause = error } = error as Error;
    const { message, code } = cause as NodeJS.ErrnoException;
    // Node adds advice for itself.
    return { reason: message.split(';')[0] || String(code) };
  }
}
