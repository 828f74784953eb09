import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import { isGuessable } from '../../admin/password.ts';
import type { PaymentsConfig } from '../../config.ts';
import { checkMailServer } from '../../mail/transport.ts';
import { type CheckResult, conclude } from './check-result.ts';

/** Whether real money moves. The config has already checked that both keys have the same mode. */
export function checkPayments(payments: PaymentsConfig): CheckResult[] {
  const problems: string[] = [];
  const mode = readPaymentMode(payments);
  if (mode === 'sandbox') {
    problems.push('Payments go to the sandbox, so no money moves: set the three variables of Stripe.');
  } else if (mode === 'test') {
    problems.push('Stripe’s keys are test keys, so no money moves: replace all three with the live ones.');
  }
  return conclude('payments', problems, 'Stripe’s keys are live ones.');
}

/** @param password from `ADMIN_PASSWORD` */
export function checkPassword(password: string | undefined, names: readonly string[]): CheckResult[] {
  if (password === undefined) {
    return conclude(
      'admin password',
      [],
      'ADMIN_PASSWORD is not set: the password of an earlier start stays.',
    );
  }
  return conclude(
    'admin password',
    isGuessable(password, names) ? ['ADMIN_PASSWORD can be guessed: use four or more unrelated words.'] : [],
    'ADMIN_PASSWORD is not easy to guess.',
  );
}

export async function checkMail(smtpUrl: string | undefined): Promise<CheckResult[]> {
  if (smtpUrl === undefined) {
    return conclude('mail', ['SMTP_URL is not set: mails are only printed, and nobody gets one.'], '');
  }
  const problem = await checkMailServer(smtpUrl).then(
    () => null,
    (error: Error) => `The mail server refuses (${error.message.trim()}): check SMTP_URL.`,
  );
  return conclude('mail', problem === null ? [] : [problem], 'The mail server accepts our mails.');
}
