import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { ClientReader } from '../client-address.ts';
import { createSecureCookie } from './cookies.ts';

const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

export interface KnownDevices {
  /** The id of a browser that has signed in before, else undefined. */
  read(c: Context, passwordHash: string): string | undefined;
  /** Marks the browser as one that has signed in. */
  mark(c: Context, passwordHash: string): void;
}

/**
 * Browsers that have signed in once (OWASP's device cookies). It opens nothing: it only keeps the farm's own phone
 * out of the limits that an attacker elsewhere fills up. Signed with the password's hash, so that a new password
 * forgets all of them.
 */
export function createKnownDevices(clients: ClientReader): KnownDevices {
  const cookie = createSecureCookie('admin-device', MAX_AGE_SECONDS, clients);
  return {
    read(c, passwordHash) {
      const [id = '', signature = ''] = cookie.read(c)?.split('.') ?? [];
      const expected = Buffer.from(sign(id, passwordHash));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
    mark(c, passwordHash) {
      const id = randomUUID();
      cookie.write(c, `${id}.${sign(id, passwordHash)}`);
    },
  };
}

function sign(id: string, passwordHash: string): string {
  return createHmac('sha256', `known device ${passwordHash}`).update(id).digest('base64url');
}
