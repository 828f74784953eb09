import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';

const contentDir = resolve(import.meta.dirname, '../../content');

async function findAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return [{ subject: 'settings', ok: false, sentence: (error as Error).message }];
  }
  return examine(config, contentDir, new Date());
}

const findings = await findAll();
const wrong = findings.filter(({ ok }) => !ok);
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(findings, undefined, 2));
} else {
  for (const { subject, ok, sentence } of findings)
    console.log(`${ok ? '  ok   ' : '  WRONG'}  ${subject}: ${sentence}`);
  console.log(wrong.length === 0 ? '\nReady to go live.' : `\n${wrong.length} to see to before going live.`);
}
process.exitCode = wrong.length === 0 ? 0 : 1;
