import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { openSiteWithHeaders } from './site-with-headers.ts';

/** A policy by directive: `{ 'img-src': ["'self'", 'data:'] }`. */
export function parsePolicy(headers: Headers): Record<string, string[]> {
  const policy = headers.get('Content-Security-Policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

/** The sources that a policy names the matches of a pattern by. */
export function hashesOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

export async function readHeaders(
  path: string,
  app: Hono | Promise<Hono> = openSiteWithHeaders(),
): Promise<Headers> {
  return (await (await app).request(path)).headers;
}
