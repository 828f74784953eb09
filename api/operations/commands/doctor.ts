import { EXIT, runProgram } from '#commands';
import { readConfig } from '../../config.ts';
import type { CheckResult } from '../doctor/check-settings.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { makePurchase } from '../doctor/make-purchase.ts';

await runProgram('doctor', async ({ flags: { purchase, json } }) => {
  const results: CheckResult[] = [];
  const found = purchase ? makePurchase(readConfig(), console.error) : await diagnose(undefined, new Date());
  for await (const result of found) {
    results.push(result);
    if (!json) console.log(`${result.ok ? '  ok   ' : '  WRONG'}  ${result.subject}: ${result.message}`);
  }
  const wrong = results.filter(({ ok }) => !ok).length;
  const [well, bad] = purchase
    ? ['The whole purchase succeeded.', 'The purchase failed.']
    : ['Ready to go live.', `${wrong} to fix before going live.`];
  console.log(json ? JSON.stringify(results, undefined, 2) : `\n${wrong === 0 ? well : bad}`);
  if (wrong > 0) process.exitCode = EXIT.failed;
});
