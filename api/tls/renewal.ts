import { createHash } from 'node:crypto';
import type { Log } from '../http-errors.ts';
import { type Certificate, type CertificateFiles, readCertificate } from './certificate.ts';
import { readTicketKeys } from './ticket-keys.ts';
import type { TlsServer } from './tls-server.ts';

const CHECK_MS = 5000;

/**
 * Gives a running server the certificate that lies in its files now, and again whenever they change or a SIGHUP comes:
 * certificates are renewed every few weeks, and nobody should have to think of it. Files that do not fit together, as
 * between the two writes of a renewal, are logged, and the last good pair stays.
 * @param ticketFile where the keys of session tickets are kept
 * @returns what ends it
 */
export function keepCertificateFresh(
  server: TlsServer,
  files: CertificateFiles,
  ticketFile: string,
  log: Log,
): () => void {
  let inUse = '';
  let problem = '';
  const refresh = () => {
    try {
      const certificate = readCertificate(files);
      const ticketKeys = readTicketKeys(ticketFile, new Date());
      const read = fingerprint(certificate, ticketKeys);
      problem = '';
      if (read === inUse) return;
      server.setCertificate(certificate, ticketKeys);
      inUse = read;
      log(
        `the certificate in ${files.certFile} is in use; it is valid until ${formatDay(certificate.validUntil)}`,
      );
    } catch (error) {
      const { message } = error as Error;
      // Once, not every few seconds.
      if (message !== problem) log('the certificate cannot be renewed, and the last one stays', error);
      problem = message;
    }
  };
  refresh();
  const timer = setInterval(refresh, CHECK_MS);
  timer.unref();
  process.on('SIGHUP', refresh);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', refresh);
  };
}

function fingerprint({ cert, key }: Certificate, ticketKeys: Buffer): string {
  return createHash('sha256').update(cert).update(key).update(ticketKeys).digest('hex');
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
