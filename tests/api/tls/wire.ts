import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TlsRecord {
  /** 22: handshake in the clear, 23: everything that is encrypted. */
  readonly type: number;
  readonly length: number;
}

/** What lies between a client and the service, and sees what they send without being able to read it. */
export interface Wire {
  readonly port: number;
  /** What the service sent before the client spoke a second time: its part of the handshake. */
  firstAnswerBytes(): number;
  /** What is kept back since then, where that was asked for. */
  heldBytes(): number;
  /** Lets through what was kept back, and all that follows. */
  release(): void;
  /** Every record that the service has sent in full. */
  records(): TlsRecord[];
  close(): void;
}

/**
 * @param isHeld whether the client hears nothing more from the service once it has answered the handshake: what then
 *   still arrives has cost no further round trip
 */
export async function openWire(servicePort: number, { isHeld = false } = {}): Promise<Wire> {
  let first = 0;
  let hasAnswered = false;
  let isSecondTurn = false;
  let held: Buffer[] = [];
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  let client: Socket;
  const server = createServer((socket) => {
    client = socket;
    const service = connect(servicePort, '127.0.0.1');
    sockets.push(client, service);
    for (const end of [client, service]) end.setNoDelay().on('error', () => {});
    client.on('data', (chunk) => {
      isSecondTurn = hasAnswered;
      service.write(chunk);
    });
    service.on('data', (chunk: Buffer) => {
      hasAnswered = true;
      received.push(chunk);
      if (!isSecondTurn) first += chunk.length;
      if (isHeld && isSecondTurn) held.push(chunk);
      else client.write(chunk);
    });
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    firstAnswerBytes: () => first,
    heldBytes: () => held.reduce((sum, chunk) => sum + chunk.length, 0),
    release() {
      isHeld = false;
      client.write(Buffer.concat(held));
      held = [];
    },
    records: () => parseRecords(Buffer.concat(received)),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** RFC 8446, section 5.1: a byte of type, two of version, two of length. */
function parseRecords(bytes: Buffer): TlsRecord[] {
  const records: TlsRecord[] = [];
  let at = 0;
  while (at + 5 <= bytes.length) {
    const length = bytes.readUInt16BE(at + 3);
    records.push({ type: bytes[at] ?? 0, length });
    at += 5 + length;
  }
  return records;
}
