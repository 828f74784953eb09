import './process/private-umask.ts';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions, Server as NetServer } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { EXIT, readCommandLine } from '#commands';
import { readPaymentMode } from '#domain/payments/payment-mode.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './http/log.ts';
import { configureServer, createServerOptions } from './http/server-options.ts';
import { describeProvider } from './payments/open-payments.ts';
import { type FromService, type FromSupervisor, SOCKET_FD } from './process/handover.ts';
import { type ClosingTimes, HANDING_OVER, prepareToClose } from './process/shutdown.ts';
import { openService } from './service.ts';
import { MODE_NAMES } from './settlement/claim-mode.ts';
import { openSiteStore } from './site/site-store.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

async function start(): Promise<void> {
  const { supervised: isSupervised } = readCommandLine('start').flags;
  const config = readConfig();
  const serviceLog = createLog(config.logLevel);
  const provider = describeProvider(config.payments);
  const store = await openSiteStore(config.distDir, serviceLog.log, provider, {
    contentDir: config.contentDir,
  });
  const site = {
    getSnapshot: () => store.current().snapshot,
    getCatalogue: () => store.current().catalogue,
    getFarm: () => store.current().farm,
    refreshSite: store.refresh,
  };
  let answer: Fetch = () => new Response('Starting…', { status: 503, headers: { 'Retry-After': '1' } });
  const fetch: Fetch = (request, env) => answer(request, env);
  const server = createHttpServer(fetch);
  const closeServer = prepareToClose(server);
  const listenHere = () =>
    listen(server, isSupervised ? { fd: SOCKET_FD } : { port: config.port, host: config.host });
  // Others answer until this one can: the process before it, or another service on the same database.
  const hasOthers = isSupervised || config.databaseUrl !== undefined;
  // Before anything is written, so that a second service on the same port does not touch the first one's data.
  if (!hasOthers) await listenHere();
  serviceLog.log(describeStart(config, store.current().snapshot.id));
  const service = await openService({ config, site, serviceLog, print: console.error });
  answer = createApp(service.dependencies).fetch;
  if (hasOthers) await listenHere();
  const stopWatching = store.watch();
  const { port } = server.address() as AddressInfo;
  const startWork = () => service.start(`http://${config.host ?? '127.0.0.1'}:${port}`);

  let isStopping = false;
  const stop = async (times?: ClosingTimes) => {
    const closed = closeServer(times);
    // A signal can arrive twice, from the terminal and from `run.js`. Without a listener the second would kill the
    // process.
    if (isStopping) return;
    isStopping = true;
    serviceLog.log(times ? 'another process has taken over; stopping' : 'stopping');
    stopWatching();
    await service.endWork();
    tell('idle');
    await closed;
    await service.stop();
    serviceLog.log('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => stop());
  process.on('SIGINT', () => stop());
  // Whoever reads it may end the process at once.
  console.log(`http://localhost:${port}`);
  if (!isSupervised) return startWork();
  process.on('message', (message: FromSupervisor) => {
    if (message === 'leave') void stop(HANDING_OVER);
    else if (!isStopping) startWork();
  });
  // Without a supervisor nobody starts a successor, and one started by hand needs the port.
  process.on('disconnect', () => stop());
  tell('ready');
}

/** The first line of the log: what has started, and on what. */
function describeStart({ payments, dataDir, databaseUrl }: Config, build: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const mode = MODE_NAMES[readPaymentMode(payments)];
  const database = databaseUrl === undefined ? '' : `, database at ${new URL(databaseUrl).host}`;
  return `version ${version}, build ${build}, ${mode}, data in ${dataDir}${database}`;
}

/** Tells the supervisor, if there still is one. */
function tell(message: FromService): void {
  if (process.connected) process.send?.(message);
}

function createHttpServer(fetch: Fetch): Server {
  const server = createAdaptorServer({ fetch, serverOptions: createServerOptions() }) as Server;
  configureServer(server);
  return server;
}

function listen(server: NetServer, where: ListenOptions & { fd?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${where.port} is taken; set PORT to another one.`) : error);
    });
    server.listen(where, resolve);
  });
}

await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(EXIT.failed);
});
