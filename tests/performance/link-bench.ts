import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { measureNextPage, type NextPageFigures } from './next-page.ts';
import { makeReferenceSite } from './reference-site.ts';
import { openShapedLink, type ShapedLink, SITE_URL } from './shaped-link.ts';
import { LINKS, measurePages, type PageFigures } from './visits.ts';

const PORT = 4443;

export interface LinkFigures {
  readonly pages: PageFigures[];
  readonly nextPage: NextPageFigures;
}

/** The content pages over a link that is slow itself, through Caddy, by the link's name. */
export async function measureLink(rounds: number): Promise<Record<string, LinkFigures>> {
  const site = await makeReferenceSite();
  const shaped = await openShapedLink();
  const service = await startServiceAtSite(shaped, site.distDir);
  const browser = await chromium.launch({
    executablePath: await shaped.writeWrapper(findChromium() ?? ''),
    args: [
      ...chromiumArguments().map((each) =>
        each.startsWith('--host-resolver-rules') ? `${each}, EXCLUDE ${SITE_URL}` : each,
      ),
      // Not Playwright's way for one context, because Chromium then reconnects after it has seen the certificate.
      '--ignore-certificate-errors',
    ],
  });
  try {
    const results: Record<string, LinkFigures> = {};
    for (const link of LINKS) {
      await shaped.use(link);
      const url = `https://${SITE_URL}:${PORT}`;
      const pages = await measurePages({ browser, url, paths: site.paths, rounds });
      const nextPage = await measureNextPage(browser, url, rounds);
      results[link.name] = { pages, nextPage };
      console.log(`Pages over a shaped link, ${link.name}, medians of ${rounds}`);
      console.table(pages);
      console.table(nextPage);
    }
    return results;
  } finally {
    await browser.close();
    await service.stop();
    await shaped.close();
    await site.remove();
  }
}

/** The service as it is on a server: behind Caddy, with the file that is shipped for it. */
async function startServiceAtSite(shaped: ShapedLink, distDir: string) {
  const caddyfile = join(shaped.folder, 'Caddyfile');
  // Its certificate is its own then, because the site has no name; nobody else is to trust it.
  await writeFile(
    caddyfile,
    `{\n\tadmin off\n\tskip_install_trust\n}\nimport ${resolve('api/deploy/Caddyfile')}\n`,
  );
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
  const command = ['caddy', 'run', '--config', caddyfile, '--adapter', 'caddyfile'];
  const caddy = spawn(...shaped.enter('site', command), {
    env: {
      PATH: process.env.PATH,
      XDG_DATA_HOME: shaped.folder,
      XDG_CONFIG_HOME: shaped.folder,
      FARM_ADDRESS: `https://${SITE_URL}:${PORT}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    for (const child of [caddy, service]) {
      if (child.exitCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
  };
  await Promise.all([
    printed(service, service.stdout, 'http://localhost'),
    printed(caddy, caddy.stderr, 'serving initial configuration'),
  ]).catch(async (error) => {
    await stop();
    throw error;
  });
  return { stop };
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
