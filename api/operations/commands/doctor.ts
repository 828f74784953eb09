import { resolve } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { makePurchase } from '../doctor/make-purchase.ts';

const contentDir = resolve(import.meta.dirname, '../../../content');
const isPurchase = process.argv.includes('--purchase');
const isJson = process.argv.includes('--json');

async function* findAll(): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    yield { subject: 'settings', ok: false, sentence: (error as Error).message };
    return;
  }
  if (isPurchase) yield* makePurchase(config, console.error);
  else yield* await examine(config, contentDir, new Date());
}

function conclude(wrong: number): string {
  if (isPurchase) return wrong === 0 ? 'The whole purchase went well.' : 'The purchase failed: see to it.';
  return wrong === 0 ? 'Ready to go live.' : `${wrong} to see to before going live.`;
}

const findings: Finding[] = [];
for await (const finding of findAll()) {
  findings.push(finding);
  const { subject, ok, sentence } = finding;
  if (!isJson) console.log(`${ok ? '  ok   ' : '  WRONG'}  ${subject}: ${sentence}`);
}
const wrong = findings.filter(({ ok }) => !ok).length;
console.log(isJson ? JSON.stringify(findings, undefined, 2) : `\n${conclude(wrong)}`);
process.exitCode = wrong === 0 ? 0 : 1;
