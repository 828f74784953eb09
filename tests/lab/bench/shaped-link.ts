import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Link } from './visits.ts';

const run = promisify(execFile);

/** The site's address on the link. */
export const SITE_URL = '10.77.0.1';

const PROGRAMS = [
  ['gcc', '--version'],
  ['ip', '-V'],
  ['nsenter', '--version'],
] as const;
const PROXY_PROGRAMS = {
  caddy: [['caddy', 'version']],
  nginx: [
    ['nginx', '-v'],
    ['openssl', 'version'],
  ],
} as const;

/** What this machine lacks for a shaped link, in words; undefined when it has everything. */
export function findMissingForLink(proxy: keyof typeof PROXY_PROGRAMS): string | undefined {
  if (process.platform !== 'linux') return 'Linux';
  if (process.getuid?.() !== 0) return 'root';
  try {
    accessSync('/dev/net/tun');
  } catch {
    return '/dev/net/tun';
  }
  return [...PROGRAMS, ...PROXY_PROGRAMS[proxy]].find(([program, argument]) => {
    try {
      execFileSync(program, [argument], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  })?.[0];
}

export interface ShapedLink {
  /** For what the link's programs need: it goes with the link. */
  readonly folder: string;
  /** Puts a link of this speed in the place of the one before. Connections do not outlive it. */
  use(link: Link): Promise<void>;
  /** How a command is run at the site's end, or at the visitor's. */
  enter(end: 'site' | 'visitor', command: readonly string[]): [program: string, args: string[]];
  /** A program that runs another at the visitor's end, with the arguments that it is given. */
  writeWrapper(program: string): Promise<string>;
  close(): Promise<void>;
}

/** Two network namespaces with nothing between them yet. Their names carry this process's id. */
export async function openShapedLink(): Promise<ShapedLink> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-link-'));
  const program = join(folder, 'shaped-link');
  await run('gcc', ['-O2', '-o', program, join(import.meta.dirname, 'shaped-link.c')]);
  const namespaces = { site: `bench-site-${process.pid}`, visitor: `bench-visitor-${process.pid}` };
  for (const name of Object.values(namespaces)) await run('ip', ['netns', 'add', name]);
  const removeNamespaces = () => {
    for (const name of Object.values(namespaces)) execFileSync('ip', ['netns', 'delete', name]);
  };
  // Also when the bench is interrupted, because nothing else would remove them.
  process.once('exit', removeNamespaces);
  let carrier: ChildProcess | undefined;
  const stopCarrier = async () => {
    if (carrier === undefined) return;
    const gone = once(carrier, 'exit');
    carrier.kill();
    await gone;
    carrier = undefined;
  };
  const enter: ShapedLink['enter'] = (end, command) => [
    'nsenter',
    [`--net=/run/netns/${namespaces[end]}`, '--', ...command],
  ];
  return {
    folder,
    enter,
    async use({ downKilobits, upKilobits, roundTripMs }) {
      await stopCarrier();
      const figures = [downKilobits, upKilobits, roundTripMs].map(String);
      const child = spawn(program, [namespaces.site, namespaces.visitor, ...figures], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      carrier = child;
      const ready = once(child.stdout, 'data');
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('The link did not come up.')));
      await Promise.race([ready, ended]);
      ended.catch(() => undefined);
    },
    async writeWrapper(wrapped) {
      const wrapper = join(folder, 'at-the-visitor');
      const [name, args] = enter('visitor', [wrapped]);
      await writeFile(
        wrapper,
        `#!/bin/sh\nexec ${[name, ...args].map((word) => `'${word}'`).join(' ')} "$@"\n`,
      );
      await chmod(wrapper, 0o755);
      return wrapper;
    },
    async close() {
      await stopCarrier();
      process.off('exit', removeNamespaces);
      removeNamespaces();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
