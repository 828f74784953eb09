import type { Context } from 'hono';

/** Sets headers of an answer that a handler has already made, also of one that came from `fetch` and is locked. */
export function setHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  try {
    write(c.res.headers, headers);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const { res } = c;
    // A copy: the Response of @hono/node-server goes on using the very object that it is given.
    const copy = new Headers(res.headers);
    c.res = new Response(res.body, { status: res.status, statusText: res.statusText, headers: copy });
    write(c.res.headers, headers);
  }
}

function write(target: Headers, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) target.set(name, value);
}
