import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ClientReader } from '../http/client-address.ts';

export type SecureCookie = ReturnType<typeof createSecureCookie>;

const HOST = { prefix: 'host', secure: true } as const;

/**
 * A cookie that scripts cannot read and that other sites' forms do not send. Over HTTPS its name starts with `__Host-`,
 * and only that name is read, so neither plain HTTP nor a sibling subdomain can set one.
 */
export function createSecureCookie(name: string, maxAge: number, { isHttps }: ClientReader) {
  const options = (c: Context) =>
    ({ httpOnly: true, sameSite: 'Lax', path: '/', ...(isHttps(c) && HOST) }) as const;
  return {
    read: (c: Context) => getCookie(c, name, options(c).prefix),
    write: (c: Context, value: string) => setCookie(c, name, value, { ...options(c), maxAge }),
    clear: (c: Context) => void deleteCookie(c, name, options(c)),
  };
}
