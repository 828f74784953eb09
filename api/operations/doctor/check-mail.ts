import { checkMailServer } from '../../mail/transport.ts';
import { type CheckResult, conclude } from './check-result.ts';

export async function checkMail(smtpUrl: string | undefined): Promise<CheckResult[]> {
  if (smtpUrl === undefined) {
    return conclude('mail', ['SMTP_URL is not set: mails are only printed, and nobody gets one.'], '');
  }
  const problem = await checkMailServer(smtpUrl).then(
    () => null,
    (error: Error) => `The mail server refuses (${error.message.trim()}): see to SMTP_URL.`,
  );
  return conclude('mail', problem === null ? [] : [problem], 'The mail server takes our mails.');
}
