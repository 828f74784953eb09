import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOX, createClient, expect, test } from './sandbox-under-test.ts';

const SERVER = 'api/stripe-sandbox/server.ts';

async function startProcess(...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, port: Number(new URL(String(line)).port) };
}

test('as a process of its own it outlives a kill, with nothing lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const args = [join(folder, 'sandbox.db')];
  const first = await startProcess(...args);
  const paid = await createClient(first).paymentIntents.create({
    ...BOX,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startProcess(...args, '--port', String(first.port));
  expect(second.port).toBe(first.port);
  expect(await createClient(second).paymentIntents.retrieve(paid.id)).toEqual(paid);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  await rm(folder, { recursive: true });
});
