import type { Context } from 'hono';
import type { ClientReader } from '../http/client-address.ts';

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
