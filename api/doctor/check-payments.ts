import type { PaymentsConfig } from '../config.ts';
import { conclude, type Finding } from './finding.ts';

/** Whether money moves, and whether both keys are of the same world. */
export function checkPayments(payments: PaymentsConfig): Finding[] {
  const problems: string[] = [];
  if (payments.mode === 'sandbox') {
    problems.push('Payments go to the sandbox, so no money moves: set the three variables of Stripe.');
  } else {
    const secret = modeOf(payments.secretKey);
    const publishable = modeOf(payments.publishableKey);
    if (secret !== publishable) {
      problems.push(
        `STRIPE_SECRET_KEY is a ${secret} key and PUBLIC_STRIPE_PUBLISHABLE_KEY a ${publishable} key: no payment can be made. Take both from the same side of Stripe.`,
      );
    } else if (secret === 'test') {
      problems.push('Stripe’s keys are test keys, so no money moves: replace all three by the live ones.');
    }
  }
  return conclude('payments', problems, 'Stripe’s keys are live ones.');
}

/** `live` or `test`. */
export function modeOf(key: string): string {
  return /^[a-z]+_(test|live)_/.exec(key)?.[1] ?? 'damaged';
}
