import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createSecureCookie } from '../admin/cookies.ts';
import type { ClientReader } from '../http/client-address.ts';
import { type CreateCounter, countInMemory } from '../http/limits.ts';

/** Long enough to fetch a phone. */
const CHALLENGE_MS = 5 * 60_000;

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Challenges for passkeys, signed in a cookie instead of stored, so that requests for many fill nothing, and the next
 * process accepts them too. Only used ones are remembered, until they expire.
 */
export function createChallenges({
  secret,
  clock,
  clients,
  createCounter = countInMemory,
}: {
  secret: Buffer;
  clock: () => Date;
  clients: ClientReader;
  createCounter?: CreateCounter | undefined;
}) {
  const cookie = createSecureCookie('admin-challenge', CHALLENGE_MS / 1000, clients);
  const uses = createCounter('challenges', { requests: 1, perSeconds: CHALLENGE_MS / 1000 });
  const sign = (purpose: string, challenge: string, endsAt: string) =>
    createHmac('sha256', secret).update(`challenge ${purpose} ${challenge} ${endsAt}`).digest('base64url');

  return {
    /** A new challenge, base64url, bound to this browser and purpose. */
    issue(c: Context, purpose: string): string {
      const challenge = randomBytes(32).toString('base64url');
      const endsAt = String(clock().getTime() + CHALLENGE_MS);
      cookie.write(c, [challenge, endsAt, sign(purpose, challenge, endsAt)].join('.'));
      return challenge;
    },
    /** This browser's challenge for this purpose, unless it has expired. */
    read(c: Context, purpose: string): string | undefined {
      const [challenge = '', endsAt = '', signature = ''] = cookie.read(c)?.split('.') ?? [];
      const expected = Buffer.from(sign(purpose, challenge, endsAt));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return Number(endsAt) > clock().getTime() ? challenge : undefined;
    },
    /** Marks a challenge as used after a valid signature. @returns false if it has been used before */
    async spend(c: Context, challenge: string): Promise<boolean> {
      cookie.clear(c);
      return (await uses.take(challenge)) === null;
    },
  };
}
