import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** User present, user verified. */
const CONFIRMED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** Makes and uses one passkey as a phone does: an ES256 key without attestation. */
export class Authenticator {
  readonly id = randomBytes(16);
  /** How often it says that it was used. */
  counter = 0;
  /** Those that are kept in a cloud say 0 each time. */
  counts = true;
  /** The flags about its user: 0x01 without fingerprint, face or code. */
  flags = CONFIRMED;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    this.#publicKey = encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** The answer of `navigator.credentials.create`, as JSON. */
  register({ challenge, rp }: { challenge: string; rp: { id: string } }, origin: string) {
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const authData = Buffer.concat([this.#writeHead(rp.id, this.flags | HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: writeClientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: encode(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get`, as JSON. */
  sign({ challenge, rpId }: { challenge: string; rpId: string }, origin: string) {
    if (this.counts) this.counter += 1;
    const clientData = writeClientData('webauthn.get', challenge, origin);
    const authData = this.#writeHead(rpId, this.flags);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
    });
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #writeHead(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

function writeClientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** CBOR (RFC 8949) of what WebAuthn needs. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [encode(key), encode(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}
