import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A service's connections to Postgres, which can be cut. */
export interface DatabaseLine {
  readonly port: number;
  /** Cuts every connection. @returns how many there were */
  cut(): number;
  /** The next commit reaches Postgres, and its connection is cut before the answer comes back. */
  loseCommit(): void;
  /** How many commits have lost their answer. */
  lostCommits(): number;
  close(): void;
}

/** A simple query of the protocol, as `db/postgres.ts` sends it. */
const COMMIT = /^Q.{4}commit/s;

/** @param port of Postgres */
export async function openDatabaseLine(port: number): Promise<DatabaseLine> {
  const open = new Set<Socket>();
  let isArmed = false;
  let lost = 0;
  const server = createServer((service) => {
    const postgres = connect(port, '127.0.0.1');
    let hidesAnswer = false;
    const end = () => {
      service.destroy();
      postgres.destroy();
      open.delete(service);
    };
    open.add(service);
    for (const socket of [service, postgres]) socket.on('error', end).on('close', end);
    service.on('data', (chunk) => {
      if (isArmed && COMMIT.test(chunk.toString('latin1'))) {
        isArmed = false;
        hidesAnswer = true;
      }
      postgres.write(chunk);
    });
    postgres.on('data', (chunk) => {
      if (!hidesAnswer) return void service.write(chunk);
      lost += 1;
      end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    const connections = [...open];
    for (const socket of connections) socket.destroy();
    return connections.length;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    loseCommit() {
      isArmed = true;
    },
    lostCommits: () => lost,
    close() {
      server.close();
      cut();
    },
  };
}
