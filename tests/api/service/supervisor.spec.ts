import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { findFreePort } from '../../support/free-port.ts';
import { COMPILE_CACHE } from '../../support/run-command.ts';

// The real supervisor, with services that say only who they are: they start in no time.

/** A release's `server.ts` in the test: it ends a moment after it is told to. */
const writeService = (release: string) => `
  import { createServer } from 'node:http';
  const say = (word) => console.error('${release}', word);
  const server = createServer((request, response) => response.end('${release} ' + process.pid));
  process.on('message', (message) => {
    say(message);
    if (message === 'leave') setTimeout(() => { say('idle'); process.send('idle'); }, 100);
  });
  process.on('SIGTERM', () => process.exit(0));
  server.listen({ fd: 4 }, () => process.send('ready'));
`;

interface Host {
  /** Puts a release in place of the present one; `content` is its `api/server.ts`. */
  release(name: string, content?: string): Promise<void>;
  start(): ChildProcess;
  output(): string;
  /** Asks over a connection of its own. @returns the release's name and process id */
  ask(): Promise<string>;
}

const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  host: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'releases-'));
    const port = await findFreePort();
    const supervisors: ChildProcess[] = [];
    let output = '';
    await use({
      async release(name, content = writeService(name)) {
        await mkdir(join(dir, name, 'api'), { recursive: true });
        await symlink(join(process.cwd(), 'api/supervisor.ts'), join(dir, name, 'api/supervisor.ts'));
        await writeFile(join(dir, name, 'package.json'), '{ "type": "module" }');
        await writeFile(join(dir, name, 'api/server.ts'), content);
        await symlink(name, join(dir, 'next'));
        await rename(join(dir, 'next'), join(dir, 'current'));
      },
      start() {
        const env = { PATH: process.env.PATH, ...COMPILE_CACHE, PORT: String(port), HOST: '127.0.0.1' };
        const supervisor = spawn(process.execPath, [join(dir, 'current/api/supervisor.ts')], { env });
        const read = (chunk: Buffer) => {
          output += chunk;
        };
        supervisor.stdout.on('data', read);
        supervisor.stderr.on('data', read);
        supervisors.push(supervisor);
        return supervisor;
      },
      output: () => output,
      ask: async () => (await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } })).text(),
    });
    for (const supervisor of supervisors) {
      supervisor.kill();
      if (supervisor.exitCode === null) await once(supervisor, 'exit');
    }
    await rm(dir, { recursive: true });
  },
});

test('SIGHUP starts the new release, and ends the old one’s requests first', async ({ host }) => {
  await host.release('first');
  const supervisor = host.start();
  await expect.poll(host.output).toMatch(/first work/);
  expect(await host.ask()).toMatch(/^first /);
  await host.release('second');
  supervisor.kill('SIGHUP');
  await expect.poll(host.output).toMatch(/second work/);
  expect(host.output().match(/^(first|second) \w+$/gm)).toEqual([
    'first work',
    'first leave',
    'first idle',
    'second work',
  ]);
});

test('a release that does not start leaves the present one serving', async ({ host }) => {
  await host.release('first');
  const supervisor = host.start();
  await expect.poll(host.output).toMatch(/first work/);
  await host.release('broken', 'process.exit(7)');
  supervisor.kill('SIGHUP');
  await expect.poll(host.output).toMatch(/ended with code 7.*the current one stays/);
  expect(await host.ask()).toMatch(/^first /);
  expect(host.output()).not.toContain('first leave');
});

test('a killed service restarts, and meanwhile the port accepts connections', async ({ host }) => {
  await host.release('first');
  host.start();
  await expect.poll(host.output).toMatch(/first work/);
  const [, pid] = (await host.ask()).split(' ');
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(host.output).toMatch(/ended with SIGKILL.*restarted/);
  const answers = await Promise.all(Array.from({ length: 8 }, host.ask));
  expect(answers).not.toContain(`first ${pid}`);
  expect(host.output().match(/first work/g)).toHaveLength(2);
});

test('SIGTERM ends the services and then the supervisor', async ({ host }) => {
  await host.release('first');
  const supervisor = host.start();
  await expect.poll(host.output).toMatch(/first work/);
  const ended = once(supervisor, 'exit');
  supervisor.kill();
  expect((await ended)[0]).toBe(0);
  await expect(host.ask()).rejects.toThrow();
});

test('the supervisor ends with 1 when its first service fails or its port is taken', async ({ host }) => {
  await host.release('broken', 'process.exit(7)');
  expect((await once(host.start(), 'exit'))[0]).toBe(1);
  await host.release('first');
  host.start();
  await expect.poll(host.output).toMatch(/first work/);
  expect((await once(host.start(), 'exit'))[0]).toBe(1);
  expect(host.output()).toMatch(/^Port \d+ is taken; set PORT to another one\.$/m);
});
