import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithTests } from './end-with-tests.ts';
import { COMPILE_CACHE } from './run-command.ts';

export interface SandboxProcess {
  url: string;
  process: ChildProcess;
}

/** Starts the payment sandbox as a process whose webhooks go to a service on `servicePort`. */
export async function startSandboxProcess(
  dataFile: string,
  servicePort: number,
  ...more: string[]
): Promise<SandboxProcess> {
  const webhook = `http://127.0.0.1:${servicePort}/api/stripe/webhook`;
  const args = [dataFile, '--webhook-url', webhook, ...more];
  const child = spawn(process.execPath, ['api/stripe-sandbox/server.ts', ...args], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithTests(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), process: child };
}
