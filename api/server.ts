import './process/private-umask.ts';
import { execFile } from 'node:child_process';
import type { AddressInfo, ListenOptions, Server as NetServer } from 'node:net';
import { promisify } from 'node:util';
import { EXIT, readCommandLine } from '#commands';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import { createApp } from './app.ts';
import { CannotStart, type Config, findMissingContent, readConfig, readSystemd, VERSION } from './config.ts';
import { createLog } from './http/log.ts';
import { createHttpServer } from './http/server-options.ts';
import { describeProvider } from './payments/open-payments.ts';
import { prepareToClose, STOP_LIMIT_MS } from './process/shutdown.ts';
import { openService } from './service.ts';
import { MODE_NAMES } from './settlement/claim-mode.ts';
import { openSiteStore } from './site/site-store.ts';

type Fetch = Parameters<typeof createHttpServer>[0];

async function start(): Promise<void> {
  readCommandLine('start');
  const config = readConfig();
  const missing = findMissingContent(config);
  if (missing !== undefined) throw new CannotStart(missing);
  const { socketFd, isNotified } = readSystemd();
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
  const { promise: answering, resolve: answerWith } = Promise.withResolvers<Fetch>();
  const server = createHttpServer(async (request, env) => (await answering)(request, env));
  const closeServer = prepareToClose(server);
  const where = socketFd === undefined ? { port: config.port, host: config.host } : { fd: socketFd };
  // Connections wait in systemd's socket, or another service on the same database has them.
  const canWait = socketFd !== undefined || config.databaseUrl !== undefined;
  // Before anything is written, so that a second service on the same port does not touch the first one's data.
  if (!canWait) await listen(server, where);
  // Not masked, which would take a release for a card.
  serviceLog.logger.info(describeStart(config, store.current().snapshot.id));
  for (const line of config.misspelt) serviceLog.log(line);
  const service = await openService({ config, site, serviceLog, print: console.error });
  answerWith(createApp(service.shop).fetch);
  if (canWait) await listen(server, where);
  const stopWatching = store.watch();

  let isStopping = false;
  const stop = async () => {
    // A signal can arrive twice, from the terminal and from `run.js`.
    if (isStopping) return;
    isStopping = true;
    const deadline = performance.now() + STOP_LIMIT_MS;
    serviceLog.log('stopping');
    stopWatching();
    // Requests are answered meanwhile, so that those who come next wait for less.
    await service.endWork();
    await closeServer(deadline - performance.now());
    await service.stop();
    serviceLog.log('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { port } = server.address() as AddressInfo;
  service.start(`http://${config.host ?? '127.0.0.1'}:${port}`);
  // Whoever reads it may end the process at once.
  console.log(`http://localhost:${port}`);
  if (isNotified) await promisify(execFile)('systemd-notify', ['--ready']);
}

function describeStart({ payments, dataDir, databaseUrl }: Config, build: string): string {
  const mode = MODE_NAMES[readPaymentMode(payments)];
  const database = databaseUrl === undefined ? '' : `, database at ${new URL(databaseUrl).host}`;
  return `version ${VERSION}, build ${build}, ${mode}, data in ${dataDir}${database}`;
}

function listen(server: NetServer, where: ListenOptions & { fd?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const problem =
        code === 'EADDRINUSE'
          ? `Port ${where.port} is taken; set PORT to another one.`
          : `The service cannot be reached there (${message}); set PORT from 1024 on, and HOST to an address of this machine.`;
      reject(new Error(problem));
    });
    server.listen(where, resolve);
  });
}

await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(error instanceof CannotStart ? EXIT.cannotStart : EXIT.failed);
});
