import { EXIT, readCommandLine } from '#commands';
import { type Config, readConfig } from '../../config.ts';
import type { CheckResult } from '../doctor/check-result.ts';
import { examine } from '../doctor/examine.ts';
import { makePurchase } from '../doctor/make-purchase.ts';

const { purchase: isPurchase, json: isJson } = readCommandLine('doctor').flags;

async function* findAll(): AsyncGenerator<CheckResult> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    yield { subject: 'settings', ok: false, message: (error as Error).message };
    return;
  }
  if (isPurchase) yield* makePurchase(config, console.error);
  else yield* await examine(config, new Date());
}

function conclude(wrong: number): string {
  if (isPurchase) return wrong === 0 ? 'The whole purchase succeeded.' : 'The purchase failed.';
  return wrong === 0 ? 'Ready to go live.' : `${wrong} to fix before going live.`;
}

const results: CheckResult[] = [];
for await (const result of findAll()) {
  results.push(result);
  const { subject, ok, message } = result;
  if (!isJson) console.log(`${ok ? '  ok   ' : '  WRONG'}  ${subject}: ${message}`);
}
const wrong = results.filter(({ ok }) => !ok).length;
console.log(isJson ? JSON.stringify(results, undefined, 2) : `\n${conclude(wrong)}`);
process.exitCode = wrong === 0 ? EXIT.done : EXIT.failed;
