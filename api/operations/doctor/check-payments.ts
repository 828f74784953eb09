import { readPaymentMode } from '#domain/payments/payment-mode.ts';
import type { PaymentsConfig } from '../../config.ts';
import { type CheckResult, conclude } from './check-result.ts';

/** Whether money moves. That both keys are of the same world, the settings are held to before. */
export function checkPayments(payments: PaymentsConfig): CheckResult[] {
  const problems: string[] = [];
  const mode = readPaymentMode(payments);
  if (mode === 'sandbox') {
    problems.push('Payments go to the sandbox, so no money moves: set the three variables of Stripe.');
  } else if (mode === 'test') {
    problems.push('Stripe’s keys are test keys, so no money moves: replace all three by the live ones.');
  }
  return conclude('payments', problems, 'Stripe’s keys are live ones.');
}
