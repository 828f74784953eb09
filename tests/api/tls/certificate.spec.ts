import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { readConfig } from '../../../api/config.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { ServiceRefused, startSiteServer } from '../../support/site-server.ts';
import { buildSmallSite } from '../../support/small-site.ts';
import { expect, type TlsService, test } from './test.ts';

/** The names of the certificate that a new connection is shown. */
async function readNames({ port }: TlsService): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subjectaltname } = socket.getPeerCertificate();
  socket.destroy();
  return subjectaltname;
}

test('a renewed certificate is taken by the running service, and nobody’s connection or ticket is lost', async ({
  ownService: service,
}) => {
  const { request, socket } = service.open();
  const tickets: Buffer[] = [];
  socket.on('session', (ticket) => tickets.push(ticket));
  await request({ ':path': '/prices' });
  const renewed = makeCertificate('renewed.example');
  await writeFile(service.certFile, renewed.cert);
  await writeFile(service.keyFile, renewed.key);
  await expect.poll(() => readNames(service)).toBe('DNS:localhost, DNS:renewed.example');
  expect((await request({ ':path': '/prices' })).status).toBe(200);
  const returning = service.open({ ca: renewed.cert, session: tickets.at(-1) });
  expect((await returning.request({ ':path': '/prices' })).status).toBe(200);
  expect(returning.socket.isSessionReused()).toBe(true);
});

test('half a renewal is logged, and the last good pair stays; a SIGHUP looks again', async ({
  ownService: service,
}) => {
  const renewed = makeCertificate('renewed.example');
  await writeFile(service.certFile, renewed.cert);
  service.server.process.kill('SIGHUP');
  await expect.poll(service.server.output).toContain('is not the key of the certificate');
  expect(await readNames(service)).toContain('DNS:one.trees.example.com');
  await rm(service.certFile);
  service.server.process.kill('SIGHUP');
  await expect.poll(service.server.output).toContain('cannot be read (ENOENT)');
  expect(await readNames(service)).toContain('DNS:one.trees.example.com');
  await writeFile(service.certFile, renewed.cert);
  await writeFile(service.keyFile, renewed.key);
  service.server.process.kill('SIGHUP');
  await expect.poll(() => readNames(service)).toBe('DNS:localhost, DNS:renewed.example');
});

test('what is wrong with the files is said at the start, by the variable’s name', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'certificates-'));
  const write = async (name: string, text: string) => {
    await writeFile(join(dir, name), text);
    return join(dir, name);
  };
  const { cert, key } = makeCertificate();
  const certFile = await write('cert.pem', cert);
  const keyFile = await write('key.pem', key);
  const otherKey = await write('other-key.pem', makeCertificate().key);
  const missing = join(dir, 'missing.pem');
  const ask = (TLS_CERT: string | undefined, TLS_KEY: string | undefined) => {
    try {
      return readConfig({ TLS_CERT, TLS_KEY }).tls;
    } catch (error) {
      return (error as Error).message.replace('The service cannot start with these settings: ', '');
    }
  };
  expect(ask(undefined, undefined)).toBeUndefined();
  expect(ask('', '')).toBeUndefined();
  expect(ask(certFile, keyFile)).toEqual({ certFile, keyFile });
  expect(ask(certFile, undefined)).toBe('TLS_CERT and TLS_KEY are needed together, and TLS_KEY is missing.');
  expect(ask('', keyFile)).toBe('TLS_CERT and TLS_KEY are needed together, and TLS_CERT is missing.');
  expect(ask(missing, dir)).toBe(
    `TLS_CERT=${missing}: cannot be read (ENOENT); TLS_KEY=${dir}: cannot be read (EISDIR).`,
  );
  expect(ask(keyFile, certFile)).toBe(
    `TLS_CERT=${keyFile}: holds no certificate in PEM form; TLS_KEY=${certFile}: holds no private key in PEM form without a passphrase.`,
  );
  expect(ask(certFile, otherKey)).toBe(
    `TLS_KEY=${otherKey}: is not the key of the certificate in TLS_CERT=${certFile}.`,
  );
  await rm(dir, { recursive: true });
});

test('the service refuses to start with them', async () => {
  const site = await buildSmallSite();
  const env = { DIST_DIR: site.outDir, TLS_CERT: 'no-such-file.pem' };
  const refused = await startSiteServer(env).catch((error) => error);
  expect(refused).toBeInstanceOf(ServiceRefused);
  expect(refused.exitCode).toBe(1);
  expect(refused.message).toBe(
    'The service cannot start with these settings: TLS_CERT and TLS_KEY are needed together, and TLS_KEY is missing.\n',
  );
  await site.remove();
});
