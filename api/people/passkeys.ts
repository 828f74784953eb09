import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Person } from '#domain/people.ts';
import type { ClientReader } from '../http/client-address.ts';
import { runAside } from '../process/aside.ts';
import type { Passkey } from './people-repository.ts';

/** Aside, because loading it takes a tenth of a second, and it holds 28 MB. */
const library = runAside<typeof import('@simplewebauthn/server')>('@simplewebauthn/server');

/**
 * Ed25519, ES256 and RS256, by their COSE numbers. By default the library tries others too, and Node prints warnings.
 */
const ALGORITHMS = [-8, -7, -257];

const text = z.string().max(20_000);
const credential = { id: text, rawId: text, type: z.literal('public-key') };
const rest = z.looseObject({});

/** The browser's WebAuthn answer as JSON. This validates shape and size; the library checks the content. */
export const registrationSchema = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: rest,
});
export const assertionSchema = z.looseObject({
  ...credential,
  response: z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text }),
  clientExtensionResults: rest,
});

/** The options for creating a passkey: one that stores its person and requires finger, face or code. */
export async function offerRegistration(
  { id }: RelyingParty,
  farmName: string,
  { person, challenge, known }: { person: Person; challenge: string; known: readonly Passkey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return library.generateRegistrationOptions({
    rpName: farmName,
    rpID: id,
    userID: new TextEncoder().encode(person.id),
    userName: person.name,
    userDisplayName: person.name,
    challenge: Buffer.from(challenge, 'base64url'),
    excludeCredentials: known.map((each) => ({ id: each.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The passkey that a browser has created. Null if it is not for this challenge and this site. */
export async function readRegistration(
  { id, origin }: RelyingParty,
  answer: z.output<typeof registrationSchema>,
  { personId, challenge, now }: { personId: string; challenge: string; now: Date },
): Promise<Passkey | null> {
  try {
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { credential } = registrationInfo;
    return {
      id: credential.id,
      personId: personId,
      site: id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(answer.response.transports ?? []),
      createdAt: now.toISOString(),
      lastUsedAt: null,
    };
  } catch {
    // The library throws for everything invalid.
    return null;
  }
}

/** The options for using a passkey. The browser finds its passkeys for the site. */
export async function offerAssertion(
  { id }: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const bytes = Buffer.from(challenge, 'base64url');
  return library.generateAuthenticationOptions({ rpID: id, challenge: bytes, userVerification: 'required' });
}

/** The authenticator's new counter. Null if the passkey did not sign this challenge for this site. */
export async function checkAssertion(
  { id, origin }: RelyingParty,
  answer: z.output<typeof assertionSchema>,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The site that passkeys belong to, in WebAuthn's terms. */
export interface RelyingParty {
  /** The host name, without a port. */
  readonly id: string;
  /** The page's origin, as the browser reports it. */
  readonly origin: string;
}

export type FindRelyingParty = (c: Context) => RelyingParty | undefined;

/**
 * The site's own host, from `website` in `content/farm.json`, and `localhost` for trying things out. Undefined
 * elsewhere, because a passkey belongs to one name, and browsers create none for IP addresses or over plain HTTP.
 */
export function createRelyingPartyFinder(
  { host, isHttps }: ClientReader,
  getWebsite: () => string,
): FindRelyingParty {
  return (c) => {
    const asked = host(c);
    if (asked === undefined) return undefined;
    if (/^localhost(:\d+)?$/.test(asked)) {
      return { id: 'localhost', origin: `${isHttps(c) ? 'https' : 'http'}://${asked}` };
    }
    const site = new URL(getWebsite());
    const hasName = /[a-z]$/i.test(site.hostname);
    if (asked !== site.host || site.protocol !== 'https:' || !hasName) return undefined;
    return { id: site.hostname, origin: site.origin };
  };
}
