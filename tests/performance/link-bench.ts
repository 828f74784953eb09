import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import type { Handshake } from './handshake-client.ts';
import { measureNextPage, type NextPageFigures } from './next-page.ts';
import { makeReferenceSite } from './reference-site.ts';
import { openShapedLink, type ShapedLink, SITE_ADDRESS } from './shaped-link.ts';
import { LINKS, measurePages, type PageFigures } from './visits.ts';

const run = promisify(execFile);
const PORT = 4443;

export interface LinkFigures {
  readonly pages: PageFigures[];
  readonly nextPage: NextPageFigures;
  /** Undefined where the service does not speak TLS. */
  readonly handshakes: Handshake[] | undefined;
}

/** The content pages over a link that is slow itself, from the service in its own https mode, by the link's name. */
export async function measureLink(rounds: number): Promise<Record<string, LinkFigures>> {
  const site = await makeReferenceSite();
  const shaped = await openShapedLink();
  const service = await startServiceAtSite(shaped, site.distDir);
  const browser = await chromium.launch({
    executablePath: await shaped.writeWrapper(findChromium() ?? ''),
    args: [
      ...chromiumArguments().map((each) =>
        each.startsWith('--host-resolver-rules') ? `${each}, EXCLUDE ${SITE_ADDRESS}` : each,
      ),
      // Not Playwright's way for one context, with which Chromium connects anew after it has seen the certificate.
      '--ignore-certificate-errors',
    ],
  });
  try {
    const results: Record<string, LinkFigures> = {};
    for (const link of LINKS) {
      await shaped.use(link);
      const handshakes = service.speaksTls ? await measureHandshakes(shaped) : undefined;
      const url = `${service.speaksTls ? 'https' : 'http'}://${SITE_ADDRESS}:${PORT}`;
      const pages = await measurePages({ browser, url, paths: site.paths, rounds });
      const nextPage = await measureNextPage(browser, url, rounds);
      results[link.name] = { pages, nextPage, handshakes };
      console.log(`Pages over a shaped link, ${link.name}, ${new URL(url).protocol} medians of ${rounds}`);
      console.table(pages);
      console.table(nextPage);
      if (handshakes !== undefined) console.table(handshakes);
      else console.log('This service takes no TLS_CERT: measured without TLS.');
    }
    return results;
  } finally {
    await browser.close();
    await service.stop();
    await shaped.close();
    await site.remove();
  }
}

async function startServiceAtSite(shaped: ShapedLink, distDir: string) {
  const [certificate, key] = [join(shaped.folder, 'certificate.pem'), join(shaped.folder, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=IP:${SITE_ADDRESS}`];
  await run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate]);
  const child = spawn(...shaped.enter('site', [process.execPath, 'api/server.ts']), {
    env: {
      PATH: process.env.PATH,
      PORT: String(PORT),
      DATA_DIR: join(shaped.folder, 'data'),
      DIST_DIR: distDir,
      LOG_LEVEL: 'silent',
      // Given, so that none is made up and printed.
      ADMIN_PASSWORD: 'for nobody: it only runs here',
      TLS_CERT: certificate,
      TLS_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found, fail) => {
    child.stdout.on('data', (chunk) => /^https?:/m.test(String(chunk)) && found(String(chunk)));
    child.once('exit', () => fail(new Error('The service did not start.')));
  });
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { speaksTls: /^https:/m.test(address), stop };
}

async function measureHandshakes(shaped: ShapedLink): Promise<Handshake[]> {
  const client = [
    process.execPath,
    join(import.meta.dirname, 'handshake-client.ts'),
    SITE_ADDRESS,
    String(PORT),
  ];
  const { stdout } = await run(...shaped.enter('visitor', client));
  return JSON.parse(stdout) as Handshake[];
}
