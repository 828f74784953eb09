import { X509Certificate } from 'node:crypto';
import { chmod, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { LONG_TEXT } from '../../support/small-site.ts';
import { expect, type TlsService, test } from './test.ts';
import { openWire } from './wire.ts';

const PAGE = { ':path': '/prices', 'accept-encoding': 'identity' };

/** The ticket that a visit leaves in the browser. */
async function visit(service: TlsService, options: ConnectionOptions = {}): Promise<Buffer> {
  const { request, socket } = service.open(options);
  const tickets: Buffer[] = [];
  socket.on('session', (ticket) => tickets.push(ticket));
  await request(PAGE);
  await expect.poll(() => tickets.length).toBeGreaterThan(0);
  return tickets.at(-1) as Buffer;
}

async function isResumed(
  service: TlsService,
  session: Buffer,
  options: ConnectionOptions = {},
): Promise<boolean> {
  const { request, socket } = service.open({ ...options, session });
  expect((await request(PAGE)).status).toBe(200);
  return socket.isSessionReused();
}

test('a returning connection resumes: no certificate, and the page with no round trip but TCP’s and TLS’s', async ({
  service,
}) => {
  const sent: number[] = [];
  for (const session of [undefined, await visit(service)]) {
    const wire = await openWire(service.port, { isHeld: true });
    const { request, socket } = service.open({ session }, wire.port);
    const answer = request(PAGE);
    // All of the page leaves the service, although the browser has heard of nothing since the handshake.
    await expect.poll(wire.heldBytes).toBeGreaterThan(LONG_TEXT.length);
    wire.release();
    expect((await answer).body.toString()).toContain(LONG_TEXT);
    expect(socket.isSessionReused()).toBe(session !== undefined);
    expect(socket.getProtocol()).toBe('TLSv1.3');
    sent.push(wire.firstAnswerBytes());
    wire.close();
  }
  const [full = 0, resumed = 0] = sent;
  expect(full - resumed).toBeGreaterThan(new X509Certificate(service.certificate.cert).raw.length);
});

test('tickets last a day, and outlive a restart, over TLS 1.2 too', async ({ ownService: service }) => {
  for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
    const ticket = await visit(service, { maxVersion });
    // The ticket's lifetime in seconds, as OpenSSL keeps it in a session: field 9, five bytes, a number of three.
    expect(ticket.toString('hex')).toContain('a9050203015180');
    await service.restart();
    expect(await isResumed(service, ticket, { maxVersion })).toBe(true);
  }
});

test('the keys of tickets are the service’s alone, and are not used when they are not, or are old', async ({
  ownService: service,
}) => {
  const file = join(service.dataDir, 'tls-ticket-keys');
  const seen = new Set<string>();
  const note = async () => {
    const { mode, size } = await stat(file);
    expect([mode & 0o777, size]).toEqual([0o600, 48]);
    seen.add((await readFile(file)).toString('hex'));
  };
  await note();
  const fourDaysAgo = Date.now() / 1000 - 4 * 24 * 60 * 60;
  const spoils = [
    () => chmod(file, 0o640),
    () => writeFile(file, 'short'),
    () => utimes(file, fourDaysAgo, fourDaysAgo),
  ];
  for (const spoil of spoils) {
    const ticket = await visit(service);
    await spoil();
    await service.restart();
    await note();
    expect(await isResumed(service, ticket)).toBe(false);
  }
  expect(seen.size).toBe(1 + spoils.length);
  const ticket = await visit(service);
  const threeDaysAgo = fourDaysAgo + 25 * 60 * 60;
  await utimes(file, threeDaysAgo, threeDaysAgo);
  await service.restart();
  expect(await isResumed(service, ticket)).toBe(true);
});
