import { isIP, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What is known of who asks, and of the address that they asked. */
export interface ClientReader {
  /** The visitor's IP address; `unknown` without a connection, as in `app.request`. */
  address(c: Context): string;
  /** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which is what one household gets. */
  network(c: Context): string;
  /** The host of the address bar, with its port unless it is the default one: `www.example.com`. */
  host(c: Context): string | undefined;
  isHttps(c: Context): boolean;
  /** Whether a program on this machine asks directly. Nothing that a proxy has passed on counts, wherever it is from. */
  isThisMachine(c: Context): boolean;
}

/**
 * @param trustedProxies how many proxies stand in front. Their `X-Forwarded-*` headers are believed, counted from the
 *   right, where the nearest proxy writes; with 0 anybody could have sent those headers, and they count for nothing.
 */
export function createClientReader(trustedProxies: number): ClientReader {
  const forwarded = (c: Context, header: string): string | undefined => {
    if (trustedProxies === 0) return undefined;
    const values = c.req.header(header)?.split(',') ?? [];
    // Many proxies overwrite such a header instead of adding to it, so there may be fewer values than proxies.
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
/** Of the address that was asked: a page in a browser on this machine can have its own name lead here. */
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;
const PROXY_HEADER = /^(x-forwarded-.*|forwarded|x-real-ip|via)$/;

/** Whatever the number of trusted proxies: a header too much costs a local program nothing but its token. */
function isPassedOn(c: Context): boolean {
  // The version that nginx asks in unless it is told otherwise, without any header of its own.
  if (bindings(c)?.incoming?.httpVersionMajor === 1 && bindings(c)?.incoming?.httpVersionMinor === 0)
    return true;
  return Object.keys(c.req.header()).some((name) => PROXY_HEADER.test(name));
}

/** The /64 of an IPv6 address, in full form; any other address as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser writes every spelling of an address in one way, a dotted ending included.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** Longer than any address with port, brackets and zone. */
const LONGEST_ADDRESS = 80;

/** An address without the port, brackets or zone that some proxies and systems add; undefined if it is none. */
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

/** `app.request` brings no Host header; its URL is what was asked. */
function askedHost(c: Context): string | undefined {
  const isConnected = bindings(c)?.incoming !== undefined;
  return c.req.header('Host') ?? (isConnected ? undefined : new URL(c.req.url).host);
}
