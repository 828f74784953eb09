import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ClientReader } from '../http/client-address.ts';

export interface SecureCookie {
  read(c: Context): string | undefined;
  write(c: Context, value: string): void;
  clear(c: Context): void;
}

/**
 * A cookie that scripts cannot read and that other sites' forms do not send. Over HTTPS its name starts with `__Host-`,
 * and only that name is read, so neither plain HTTP nor a sibling subdomain can set one.
 */
export function createSecureCookie(
  name: string,
  maxAgeSeconds: number,
  { isHttps }: ClientReader,
): SecureCookie {
  const nameFor = (c: Context) => (isHttps(c) ? `__Host-${name}` : name);
  const attributes = (c: Context) =>
    ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isHttps(c) }) as const;
  return {
    read: (c) => getCookie(c, nameFor(c)),
    write: (c, value) => setCookie(c, nameFor(c), value, { ...attributes(c), maxAge: maxAgeSeconds }),
    clear: (c) => void deleteCookie(c, nameFor(c), attributes(c)),
  };
}
