import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { logToConsole as log } from './log.ts';
import { closeServer } from './shutdown.ts';
import { openSiteStore } from './site/site-store.ts';

async function start(): Promise<void> {
  const config = readConfig();
  const store = await openSiteStore(config.distDir, log);
  const app = createApp({
    getSnapshot: () => store.current().snapshot,
    getCatalogue: () => store.current().catalogue,
    log,
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, config);
  const stopWatching = store.watch();
  console.log(`http://localhost:${(server.address() as AddressInfo).port}`);

  const stop = async () => {
    stopWatching();
    await closeServer(server);
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
