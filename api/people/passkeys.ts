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
import type { Passkey } from './people-repository.ts';

/** Loaded when a passkey is first used: it takes a fifth of a second, and most starts need none. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256, by their COSE numbers. By default Node is asked for others too, and prints warnings. */
const ALGORITHMS = [-8, -7, -257];

const text = z.string().max(20_000);
const credential = { id: text, rawId: text, type: z.literal('public-key') };
const rest = z.looseObject({});

/** What the browser's WebAuthn answers, as JSON. The library looks into it; this only holds its shape and size. */
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

/** What a browser needs to make a passkey: one that knows whose it is, and asks for finger, face or code. */
export async function offerRegistration(
  { id }: RelyingParty,
  farmName: string,
  { person, challenge, known }: { person: Person; challenge: string; known: readonly Passkey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
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

/** The passkey that a browser has made; null when it was not made for this challenge and this site. */
export async function readRegistration(
  { id, origin }: RelyingParty,
  answer: z.output<typeof registrationSchema>,
  { personId, challenge, now }: { personId: string; challenge: string; now: Date },
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
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
    // The library throws for whatever does not fit.
    return null;
  }
}

/** What a browser needs to use a passkey: it finds by itself those that it has for the site. */
export async function offerAssertion(
  { id }: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const bytes = Buffer.from(challenge, 'base64url');
  return generateAuthenticationOptions({ rpID: id, challenge: bytes, userVerification: 'required' });
}

/** The authenticator's count after this use; null when the passkey did not sign this challenge for this site. */
export async function checkAssertion(
  { id, origin }: RelyingParty,
  answer: z.output<typeof assertionSchema>,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
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

/** Whom passkeys are made for, in WebAuthn's words. */
export interface RelyingParty {
  /** The host's name, without a port. */
  readonly id: string;
  /** What the browser says that the page came from. */
  readonly origin: string;
}

export type FindRelyingParty = (c: Context) => RelyingParty | undefined;

/**
 * The site's own address, as `website` in `content/farm.json` has it, for who asks there; and `localhost`, for trying
 * things out. Undefined elsewhere: a passkey belongs to one name, and browsers make none for an IP address or over
 * plain http.
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
