import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** Absolute paths of two PEM files. */
export interface CertificateFiles {
  /** The certificate, and after it those that lead to its issuer. */
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly validUntil: Date;
}

/**
 * Reads a certificate and its key, and makes sure that they can be used together.
 * @throws Error naming TLS_CERT, TLS_KEY or both, each with what is wrong with it
 */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const problems: string[] = [];
  const read = <Parsed>(name: string, file: string, wanted: string, parse: (pem: Buffer) => Parsed) => {
    const bytes = attempt(
      () => readFileSync(file),
      (error) => problems.push(`${name}=${file}: cannot be read (${error.code ?? error.message})`),
    );
    const parsed =
      bytes &&
      attempt(
        () => parse(bytes),
        () => problems.push(`${name}=${file}: holds no ${wanted}`),
      );
    return bytes && parsed && { bytes, parsed };
  };
  const cert = read('TLS_CERT', certFile, 'certificate in PEM form', parseCertificate);
  const key = read('TLS_KEY', keyFile, 'private key in PEM form without a passphrase', parseKey);
  if (cert && key) {
    if (!cert.parsed.checkPrivateKey(key.parsed)) {
      problems.push(`TLS_KEY=${keyFile}: is not the key of the certificate in TLS_CERT=${certFile}`);
    } else {
      // What remains, such as a key that is too short or a broken issuer, only OpenSSL can say.
      attempt(
        () => createSecureContext({ cert: cert.bytes, key: key.bytes }),
        ({ message }) => problems.push(`TLS_CERT=${certFile}: cannot be used (${message})`),
      );
    }
  }
  if (!cert || !key || problems.length > 0) throw new Error(problems.join('; '));
  return { cert: cert.bytes, key: key.bytes, validUntil: new Date(cert.parsed.validTo) };
}

function parseCertificate(pem: Buffer): X509Certificate {
  // X509Certificate takes the binary form too, which the server then would not.
  if (!pem.includes('-----BEGIN ')) throw new Error('not PEM');
  return new X509Certificate(pem);
}

function parseKey(pem: Buffer): KeyObject {
  return createPrivateKey(pem);
}

function attempt<Value>(
  work: () => Value,
  onError: (error: NodeJS.ErrnoException) => void,
): Value | undefined {
  try {
    return work();
  } catch (error) {
    onError(error as NodeJS.ErrnoException);
    return undefined;
  }
}
