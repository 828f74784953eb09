import type { Context } from 'hono';

/** Sets headers on an existing answer, even on an immutable one from `fetch`. */
export function setHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  try {
    write(c.res.headers, headers);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const { res } = c;
    // A copy, because the Response of @hono/node-server keeps using the object it is given.
    const copy = new Headers(res.headers);
    c.res = new Response(res.body, { status: res.status, statusText: res.statusText, headers: copy });
    write(c.res.headers, headers);
  }
}

function write(target: Headers, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) target.set(name, value);
}
