import { generateKeyPairSync, sign } from 'node:crypto';

/** In PEM form. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a self-signed certificate for localhost, valid until 2049, and its key: Node can sign one but not write one,
 * a fresh machine has no openssl, and a private key has no place in a repository.
 * @param names more names that it is for
 */
export function makeCertificate(...names: string[]): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(object('2a8648ce3d040302'));
  const subject = sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from('localhost')))));
  const alternatives = ['localhost', ...names].map((name) => der(0x82, Buffer.from(name)));
  const alternativeNames = sequence(object('551d11'), der(0x04, sequence(...alternatives)));
  // RFC 5280, section 4.1: version 3, serial number, algorithm, issuer, validity, subject, public key, extensions.
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    subject,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const lines = sequence(body, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** @param hex the object identifier's encoded form */
function object(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** A value of ASN.1 with its tag and length (X.690, section 8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}
