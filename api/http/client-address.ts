import { isIP, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Reads the client's address, and the host it requested. */
export interface ClientReader {
  /** The client's IP address; `unknown` without a connection, as in `app.request`. */
  address(c: Context): string;
  /** The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which is what one household gets. */
  network(c: Context): string;
  /** The requested host, with its port unless it is the default: `www.example.com`. */
  host(c: Context): string | undefined;
  isHttps(c: Context): boolean;
  /** Whether a program on this machine connects directly. Requests forwarded by a proxy do not count. */
  isThisMachine(c: Context): boolean;
}

/**
 * @param trustedProxies the number of proxies in front. Their `X-Forwarded-*` headers are trusted, counted from the
 *   right, where the nearest proxy writes. With 0 the headers are ignored, because anybody could have sent them.
 */
export function createClientReader(trustedProxies: number): ClientReader {
  const forwarded = (c: Context, header: string): string | undefined => {
    if (trustedProxies === 0) return undefined;
    const values = c.req.header(header)?.split(',') ?? [];
    // Many proxies overwrite the header instead of appending to it, so there may be fewer values than proxies.
    return values[Math.max(0, values.length - trustedProxies)]?.trim();
  };
  const address = (c: Context) => parseAddress(forwarded(c, 'X-Forwarded-For')) ?? socketAddress(c);
  return {
    address,
    network: (c) => networkOf(address(c)),
    host: (c) => (forwarded(c, 'X-Forwarded-Host') ?? askedHost(c))?.toLowerCase(),
    isHttps: (c) => forwarded(c, 'X-Forwarded-Proto')?.toLowerCase() === 'https',
    isThisMachine: (c) =>
      LOOPBACK.test(socketAddress(c)) && LOOPBACK_HOST.test(askedHost(c) ?? '') && !isPassedOn(c),
  };
}

const LOOPBACK = /^(127\.[\d.]+|::1)$/;
/**
 * The requested host must be loopback too, because a web page can point its own name at this machine (DNS rebinding).
 */
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;
const PROXY_HEADER = /^(x-forwarded-.*|forwarded|x-real-ip|via)$/;

/** Independent of the number of trusted proxies: at worst, a local program has to send its token. */
function isPassedOn(c: Context): boolean {
  // nginx uses HTTP/1.0 by default, without adding any header of its own.
  if (bindings(c)?.incoming?.httpVersionMajor === 1 && bindings(c)?.incoming?.httpVersionMinor === 0)
    return true;
  return Object.keys(c.req.header()).some((name) => PROXY_HEADER.test(name));
}

/** The /64 of an IPv6 address, in full form. Other addresses are returned unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser normalises every spelling of an address, including a dotted ending.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return `${all.slice(0, 4).join(':')}::/64`;
}

const LONGEST_ADDRESS = 80;

/**
 * The address without the port, brackets or zone that some proxies and systems add. @returns undefined if it is not an
 * address
 */
function parseAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_ADDRESS) return undefined;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const plain = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(plain) === 0 ? undefined : plain;
}

function socketAddress(c: Context): string {
  return parseAddress(bindings(c)?.incoming?.socket.remoteAddress) ?? 'unknown';
}

function bindings(c: Context): Partial<HttpBindings> | undefined {
  return c.env;
}

/** `app.request` sends no Host header; its URL has the host. */
function askedHost(c: Context): string | undefined {
  const isConnected = bindings(c)?.incoming !== undefined;
  return c.req.header('Host') ?? (isConnected ? undefined : new URL(c.req.url).host);
}
