import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import { isListed, PAYMENT_PATHS } from '../../../src/domain/pages.ts';
import { chromiumArguments, findChromium } from '../../support/chromium.ts';
import { measureNavigations, type NavigationFigures } from './navigations.ts';
import { measureNextPage, type NextPageFigures } from './next-page.ts';
import { makeReferenceSite, type ReferenceSite } from './reference-site.ts';
import { openShapedLink, type ShapedLink, SITE_URL } from './shaped-link.ts';
import { LINKS, measurePages, type PageFigures, RURAL_4G } from './visits.ts';

const PORT = 4443;
export const URL_ON_LINK = `https://${SITE_URL}:${PORT}`;

export type ReverseProxy = 'caddy' | 'nginx';

export interface LinkFigures {
  readonly pages: PageFigures[];
  readonly nextPage: NextPageFigures;
}

/** Measures the content pages over shaped links, through one of the shipped proxies. @returns the figures by link */
export function measureLink(rounds: number, proxy: ReverseProxy): Promise<Record<string, LinkFigures>> {
  return withSiteOnLink(proxy, async ({ shaped, site, launch }) => {
    const browser = await chromium.launch(launch);
    const results: Record<string, LinkFigures> = {};
    try {
      for (const link of LINKS) {
        await shaped.use(link);
        const pages = await measurePages({ browser, url: URL_ON_LINK, paths: site.paths, rounds });
        const nextPage = await measureNextPage(browser, URL_ON_LINK, rounds);
        results[link.name] = { pages, nextPage };
        console.log(`Pages over a shaped link through ${proxy}, ${link.name}, medians of ${rounds}`);
        console.table(pages);
        console.table(nextPage);
      }
      return results;
    } finally {
      await browser.close();
    }
  });
}

/** Clicks from page to page on rural 4G, through one of the shipped proxies. */
export async function measureClicks(proxy: ReverseProxy): Promise<NavigationFigures[]> {
  return withSiteOnLink(proxy, async ({ shaped, launch, site }) => {
    await shaped.use(RURAL_4G);
    const paths = site.paths.filter((path) => isListed(path) && !PAYMENT_PATHS.includes(path));
    const figures = await measureNavigations(launch, URL_ON_LINK, paths);
    console.log(`From a click to the first paint of the next page, through ${proxy}, ${RURAL_4G.name}`);
    console.table(figures);
    return figures;
  });
}

interface SiteOnLink {
  readonly shaped: ShapedLink;
  readonly site: ReferenceSite;
  /** For a browser at the visitor's end. */
  readonly launch: LaunchOptions;
  /** sha256 of the public key in the proxy's certificate, base64: Chromium trusts no other with HTTP/3. Once there is a link. */
  readKeyHash(): Promise<string>;
}

/**
 * Puts the built site at one end of a link, and takes all of it away again.
 * @param caddyOptions more global options of Caddy
 */
export async function withSiteOnLink<Result>(
  proxy: ReverseProxy,
  use: (there: SiteOnLink) => Promise<Result>,
  caddyOptions = '',
): Promise<Result> {
  const site = await makeReferenceSite();
  const shaped = await openShapedLink();
  const service = await startServiceAtSite(shaped, site.distDir, proxy, caddyOptions);
  const launch = {
    executablePath: await shaped.writeWrapper(findChromium() ?? ''),
    args: [
      ...chromiumArguments().map((each) =>
        each.startsWith('--host-resolver-rules') ? `${each}, EXCLUDE ${SITE_URL}` : each,
      ),
      // Not Playwright's way for one context, because Chromium then reconnects after it has seen the certificate.
      '--ignore-certificate-errors',
    ],
  };
  try {
    return await use({ shaped, site, launch, readKeyHash: () => readKeyHash(shaped) });
  } finally {
    await service.stop();
    await shaped.close();
    await site.remove();
  }
}

/** Starts the service as on a server: behind a proxy, with the file that is shipped for it. */
async function startServiceAtSite(
  shaped: ShapedLink,
  distDir: string,
  proxy: ReverseProxy,
  caddyOptions: string,
) {
  const service = spawn(...shaped.enter('site', [process.execPath, 'api/server.ts']), {
    env: {
      PATH: process.env.PATH,
      TRUST_PROXY: '1',
      DATA_DIR: join(shaped.folder, 'data'),
      DIST_DIR: distDir,
      LOG_LEVEL: 'silent',
      // Given, so that none is made up and printed.
      ADMIN_PASSWORD: 'for nobody: it only runs here',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { command, ready } = await (proxy === 'caddy'
    ? configureCaddy(shaped.folder, caddyOptions)
    : configureNginx(shaped.folder));
  const front = spawn(...shaped.enter('site', command), {
    env: {
      PATH: process.env.PATH,
      XDG_DATA_HOME: shaped.folder,
      XDG_CONFIG_HOME: shaped.folder,
      FARM_ADDRESS: URL_ON_LINK,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    for (const child of [front, service]) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
  };
  await Promise.all([
    printed(service, service.stdout, 'http://localhost'),
    printed(front, front.stderr, ready),
  ]).catch(async (error) => {
    await stop();
    throw error;
  });
  return { stop };
}

async function readKeyHash(shaped: ShapedLink): Promise<string> {
  const script = `import { connect } from 'node:tls';
import { createHash } from 'node:crypto';
const socket = connect({ host: '${SITE_URL}', port: ${PORT}, rejectUnauthorized: false }, () => {
  const { publicKey } = socket.getPeerX509Certificate();
  const der = publicKey.export({ type: 'spki', format: 'der' });
  console.log(createHash('sha256').update(der).digest('base64'));
  socket.end();
});`;
  const [program, args] = shaped.enter('visitor', [process.execPath, '--input-type=module', '-e', script]);
  return (await promisify(execFile)(program, args)).stdout.trim();
}

/** Caddy makes its own certificate, because the site has no name. Nothing else is to trust it. */
async function configureCaddy(folder: string, options: string) {
  const path = join(folder, 'Caddyfile');
  const shipped = resolve('api/deploy/Caddyfile');
  await writeFile(path, `{\n\tadmin off\n\tskip_install_trust\n${options}}\nimport ${shipped}\n`);
  return {
    command: ['caddy', 'run', '--config', path, '--adapter', 'caddyfile'],
    ready: 'serving initial configuration',
  };
}

/** The shipped server block for port 443, on this port and with a certificate made here. */
async function configureNginx(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=farm';
  const args = ['req', ...request.split(' '), '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...args, '-addext', `subjectAltName=IP:${SITE_URL}`], { stdio: 'ignore' });
  const shipped = await readFile('api/deploy/nginx.conf', 'utf8');
  const server = shipped
    .slice(0, shipped.lastIndexOf('server {'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443', `listen ${PORT}`)
    .replace(/\/\S+fullchain\.pem/, certificate)
    .replace(/\/\S+privkey\.pem/, key);
  const path = join(folder, 'nginx.conf');
  await writeFile(
    path,
    `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr notice; events {}\nhttp { access_log off; ${server} }\n`,
  );
  return { command: ['nginx', '-c', path], ready: 'start worker process' };
}

/** @throws Error with all that it has printed when it ends instead */
function printed(child: ChildProcess, output: Readable, text: string): Promise<void> {
  let all = '';
  return new Promise((found, fail) => {
    output.on('data', (chunk) => {
      all += chunk;
      if (all.includes(text)) found();
    });
    child.once('exit', () => fail(new Error(`${child.spawnargs.at(-1)} did not start: ${all}`)));
  });
}
