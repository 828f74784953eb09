import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createSecureCookie } from '../admin/cookies.ts';
import type { ClientReader } from '../http/client-address.ts';

/** Long enough to fetch a phone. */
export const CHALLENGE_MS = 5 * 60_000;

export interface Challenges {
  /** A new challenge, base64url, bound to this browser and purpose. */
  issue(c: Context, purpose: string): string;
  /** This browser's challenge for this purpose, unless it has expired or been used. */
  read(c: Context, purpose: string): string | undefined;
  /** Marks a challenge as used after a valid signature. @returns false if it has been used meanwhile */
  spend(c: Context, challenge: string): boolean;
}

export interface ChallengeDependencies {
  readonly secret: Buffer;
  readonly clock: () => Date;
  readonly clients: ClientReader;
}

/**
 * Challenges for passkeys, signed in a cookie instead of stored, so that requests for many fill nothing, and the next
 * process accepts them too. Only used ones are remembered, until they expire.
 */
export function createChallenges({ secret, clock, clients }: ChallengeDependencies): Challenges {
  const cookie = createSecureCookie('admin-challenge', CHALLENGE_MS / 1000, clients);
  const spent = new Map<string, number>();
  const sign = (purpose: string, challenge: string, endsAt: string) =>
    createHmac('sha256', secret).update(`challenge ${purpose} ${challenge} ${endsAt}`).digest('base64url');

  return {
    issue(c, purpose) {
      const challenge = randomBytes(32).toString('base64url');
      const endsAt = String(clock().getTime() + CHALLENGE_MS);
      cookie.write(c, [challenge, endsAt, sign(purpose, challenge, endsAt)].join('.'));
      return challenge;
    },
    read(c, purpose) {
      const [challenge = '', endsAt = '', signature = ''] = cookie.read(c)?.split('.') ?? [];
      const expected = Buffer.from(sign(purpose, challenge, endsAt));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      if (Number(endsAt) <= clock().getTime() || spent.has(challenge)) return undefined;
      return challenge;
    },
    spend(c, challenge) {
      cookie.clear(c);
      const now = clock().getTime();
      for (const [each, endsAt] of spent) if (endsAt <= now) spent.delete(each);
      if (spent.has(challenge)) return false;
      spent.set(challenge, now + CHALLENGE_MS);
      return true;
    },
  };
}
