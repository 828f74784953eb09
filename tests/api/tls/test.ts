import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { buildSite } from '../../../src/build/build.ts';
import { type MadeCertificate, makeCertificate } from '../../support/certificate.ts';
import { type Http2Client, openHttp2 } from '../../support/http2-client.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { createSmallSite, SMALL_SITE } from '../../support/small-site.ts';
import { writeTestDatabase } from '../../support/test-database.ts';

export const LONG_PAGE = `<!doctype html><title>Long</title><p>${'Nordmann Fir, forty pounds. '.repeat(4000)}`;

export interface TlsService {
  readonly port: number;
  readonly origin: string;
  readonly dataDir: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly certificate: MadeCertificate;
  readonly server: SiteServer;
  /** Ends it, and starts it again on its port and data. */
  restart(): Promise<void>;
  /** A new HTTP/2 connection that trusts the service's first certificate. */
  open(options?: Parameters<typeof openHttp2>[1], port?: number): Http2Client;
}

interface OpenTlsService extends TlsService {
  close(): Promise<void>;
}

/**
 * `test` with the real service, speaking HTTPS itself for a made-up site: one for all tests of a worker, and one of
 * its own for a test that restarts or ends it, renews its certificate, or reads its log.
 */
export const test = base.extend<{ ownService: TlsService }, { service: TlsService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const service = await openTlsService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  ownService: async ({}, use) => {
    const service = await openTlsService();
    await use(service);
    await service.close();
  },
});

async function openTlsService(): Promise<OpenTlsService> {
  const site = await createSmallSite();
  site.pages = { ...SMALL_SITE, 'long.html': LONG_PAGE };
  await buildSite(site);
  // With names enough that compressing it is seen beside what varies: its signature's length, by a few bytes.
  const certificate = makeCertificate(...['one', 'two', 'three'].map((name) => `${name}.trees.example.com`));
  const certFile = join(site.root, 'cert.pem');
  const keyFile = join(site.root, 'key.pem');
  await writeFile(certFile, certificate.cert);
  await writeFile(keyFile, certificate.key);
  const dataDir = join(site.root, 'data');
  await writeTestDatabase(join(dataDir, 'farm.db'));
  const start = (PORT = '0') =>
    startSiteServer({
      DIST_DIR: site.outDir,
      DATA_DIR: dataDir,
      TLS_CERT: certFile,
      TLS_KEY: keyFile,
      PORT,
      ADMIN_PASSWORD,
    });
  let server = await start();
  const port = Number(new URL(server.url).port);
  const clients: Http2Client[] = [];
  return {
    port,
    origin: server.url,
    dataDir,
    certFile,
    keyFile,
    certificate,
    get server() {
      return server;
    },
    async restart() {
      await server.stop();
      server = await start(String(port));
    },
    open(options, at = port) {
      const client = openHttp2(at, { ca: certificate.cert, ...options });
      clients.push(client);
      return client;
    },
    async close() {
      for (const { session, socket } of clients) {
        session.destroy();
        socket.destroy();
      }
      await server.stop();
      await site.remove();
    },
  };
}

export { expect };
