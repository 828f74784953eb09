import type { Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { openWebhookLoopback } from './payments/webhook-loopback.ts';
import { configureServer, createServerOptions } from './security/server-options.ts';
import { openService } from './service.ts';
import { prepareToClose } from './shutdown.ts';
import { openSiteStore } from './site/site-store.ts';
import { readCertificate } from './tls/certificate.ts';
import { keepCertificateFresh } from './tls/renewal.ts';
import { createTlsServer } from './tls/tls-server.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

async function start(): Promise<void> {
  const config = readConfig();
  const serviceLog = createLog(config.logLevel);
  const store = await openSiteStore(config.distDir, serviceLog.log);
  const site = {
    getSnapshot: () => store.current().snapshot,
    getCatalogue: () => store.current().catalogue,
    getFarm: () => store.current().farm,
  };
  let answer: Fetch = () => new Response('Starting…', { status: 503, headers: { 'Retry-After': '1' } });
  const fetch: Fetch = (request, env) => answer(request, env);
  const { tls } = config;
  const tlsServer = tls && createTlsServer(fetch, readCertificate(tls));
  const server = tlsServer ?? createHttpServer(fetch);
  const closeServer = prepareToClose(server);
  // Before anything is written: a second service on one port then leaves the first one's data alone.
  await listen(server, config.port, config.host);
  const service = await openService({ config, site, serviceLog, print: console.error });
  const ticketFile = join(config.dataDir, 'tls-ticket-keys');
  const stopRenewing = tlsServer && keepCertificateFresh(tlsServer, tls, ticketFile, serviceLog.log);
  answer = createApp(service.parts).fetch;
  const stopWatching = store.watch();
  const { port } = server.address() as AddressInfo;
  const loopback = tls && config.payments.mode === 'sandbox' ? await openWebhookLoopback(fetch) : undefined;
  service.begin(loopback?.url ?? `http://${config.host ?? '127.0.0.1'}:${port}`);
  console.log(`${tls ? 'https' : 'http'}://localhost:${port}`);

  let isStopping = false;
  // More than once, when a terminal and `run.js` both pass a signal on; without a listener the second would kill.
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    serviceLog.log('stopping');
    stopWatching();
    stopRenewing?.();
    await closeServer();
    await service.stop();
    loopback?.close();
    serviceLog.log('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function createHttpServer(fetch: Fetch): Server {
  const server = createAdaptorServer({ fetch, serverOptions: createServerOptions() }) as Server;
  configureServer(server);
  return server;
}

function listen(server: NetServer, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${port} is taken; set PORT to another one.`) : error);
    });
    server.listen(port, host, resolve);
  });
}

await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
