import { createTransport } from 'nodemailer';
import { type CheckResult, conclude } from './check-result.ts';

const PATIENCE_MS = 10_000;

/** Greets the mail server and signs in, without sending anything. */
export async function checkMail(smtpUrl: string | undefined): Promise<CheckResult[]> {
  if (smtpUrl === undefined) {
    return conclude('mail', ['SMTP_URL is not set: mails are only printed, and nobody gets one.'], '');
  }
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: PATIENCE_MS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const problem = await transport.verify().then(
    () => null,
    (error: Error) => `The mail server refuses (${error.message.trim()}): see to SMTP_URL.`,
  );
  transport.close();
  return conclude('mail', problem === null ? [] : [problem], 'The mail server takes our mails.');
}
