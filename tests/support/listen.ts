import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens a server on this machine, on a free port unless told which. `close` ends its connections too. */
export async function listen(server: Server, wanted = 0) {
  await once(server.listen(wanted, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}
