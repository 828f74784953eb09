import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the service's commands, such as `backup`, as a process. `tests/ways` types it, as `npm run backup`. */
export async function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [`api/operations/commands/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/**
 * Where the services that tests start keep what Node has made of their code: hundreds of them start in one run, and
 * reading TypeScript is most of a start.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compile'),
};
