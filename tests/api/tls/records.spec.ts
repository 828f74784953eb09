import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, LONG_PAGE, test } from './test.ts';
import { openWire, type Wire } from './wire.ts';

/** What fits a packet, and what TLS 1.3 adds to it: one byte of type and sixteen of proof. */
const LARGEST_RECORD = 1300 + 17;

function expectSmallRecords(wire: Wire): void {
  const encrypted = wire.records().filter(({ type }) => type === 23);
  expect(Math.max(...encrypted.map(({ length }) => length))).toBe(LARGEST_RECORD);
  // And no smaller than they must be: each costs 22 bytes.
  const bytes = encrypted.reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(LONG_PAGE.length);
  expect(bytes).toBeLessThan(LONG_PAGE.length * 1.05);
}

test('a page leaves in TLS records that fit a packet each', async ({ service }) => {
  const wire = await openWire(service.port);
  const { request } = service.open({}, wire.port);
  const page = await request({ ':path': '/long', 'accept-encoding': 'identity' });
  expect(page.body.toString()).toBe(LONG_PAGE);
  expectSmallRecords(wire);
  wire.close();
});

test('over HTTP/1.1 as well', async ({ service }) => {
  const wire = await openWire(service.port);
  const { cert: ca } = service.certificate;
  const socket = connect({ port: wire.port, host: '127.0.0.1', servername: 'localhost', ca });
  socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(Buffer.concat(await socket.toArray()).toString()).toContain(LONG_PAGE);
  expectSmallRecords(wire);
  wire.close();
});

test('a browser that can unpack the certificate gets it compressed', async ({ service }) => {
  const sent: number[] = [];
  for (const certificateCompression of [[], ['zlib'], ['brotli']] as const) {
    const wire = await openWire(service.port);
    const { socket } = service.open({ certificateCompression }, wire.port);
    await once(socket, 'secureConnect');
    sent.push(wire.firstAnswerBytes());
    wire.close();
  }
  const [plain = 0, ...compressed] = sent;
  for (const bytes of compressed) expect(bytes).toBeLessThan(plain);
});
