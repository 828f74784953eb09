import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { configureServer, createServerOptions } from './security/server-options.ts';
import { openService } from './service.ts';
import { closeServer } from './shutdown.ts';
import { openSiteStore } from './site/site-store.ts';

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
  const server = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    serverOptions: createServerOptions(),
  }) as Server;
  configureServer(server);
  // Before anything is written: a second service on one port then leaves the first one's data alone.
  await listen(server, config);
  const service = await openService({ config, site, serviceLog, print: console.error });
  answer = createApp(service.parts).fetch;
  const stopWatching = store.watch();
  const { port } = server.address() as AddressInfo;
  service.begin(`http://${config.host ?? '127.0.0.1'}:${port}`);
  console.log(`http://localhost:${port}`);

  const stop = async () => {
    stopWatching();
    await closeServer(server);
    await service.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function listen(server: Server, { port, host }: Config): Promise<void> {
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
