import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { ClientReader } from '../http/client-address.ts';
import { createSecureCookie } from './cookies.ts';

const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** As many people as share a tablet in the barn. The one who signed in longest ago is dropped. */
const MOST_PEOPLE = 8;

export interface KnownDevices {
  /** The browser's id if the person with this password has signed in with it before. */
  read(c: Context, passwordHash: string): string | undefined;
  /** Marks the browser as one that they have signed in with. */
  mark(c: Context, passwordHash: string): void;
}

/**
 * Browsers in which somebody has signed in before (OWASP's device cookies): an id, and a signature for each person. The
 * cookie grants no access. It only exempts the farm's own phones from the limits that an attacker elsewhere fills up.
 * It is signed with the hash of the person's password, so a new password invalidates it, and it does not help with
 * guessing anybody else's.
 */
export function createKnownDevices(clients: ClientReader): KnownDevices {
  const cookie = createSecureCookie('admin-device', MAX_AGE_SECONDS, clients);
  const parse = (c: Context) => {
    const [id = '', ...signatures] = cookie.read(c)?.split('.') ?? [];
    return { id, signatures };
  };
  return {
    read(c, passwordHash) {
      const { id, signatures } = parse(c);
      return signatures.some((each) => isSame(each, sign(id, passwordHash))) ? id : undefined;
    },
    mark(c, passwordHash) {
      const known = parse(c);
      const id = /^[0-9a-f-]{36}$/.test(known.id) ? known.id : randomUUID();
      const mine = sign(id, passwordHash);
      const others = known.signatures.filter((each) => /^[\w-]{43}$/.test(each) && each !== mine);
      cookie.write(c, [id, mine, ...others.slice(0, MOST_PEOPLE - 1)].join('.'));
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function sign(id: string, passwordHash: string): string {
  return createHmac('sha256', `known device ${passwordHash}`).update(id).digest('base64url');
}
