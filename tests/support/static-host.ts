import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * A host that serves a folder as hosts do that read `_headers` and `_redirects`: files first, then redirects. A
 * redirect with status 200 passes the request on to the other server.
 */
export async function startStaticHost(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const headers = readHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const redirects = readFileSync(join(folder, '_redirects'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host');
    const body = readPage(folder, pathname);
    if (body !== undefined && incoming.method === 'GET') {
      const rule = headers.get(pathname) ?? headers.get(pathname.replace(/^(\/[^/]+\/).*/, '$1*')) ?? {};
      const type = TYPES[extname(pathname)] ?? (extname(pathname) === '' ? TYPES['.html'] : undefined);
      outgoing.writeHead(200, { ...(type && { 'content-type': type }), ...rule }).end(body);
      return;
    }
    const [from, to = ''] = redirects.find(([from]) => from === pathname || from === '/*') ?? [];
    if (from !== '/*') outgoing.writeHead(301, { location: to }).end();
    else pass(incoming, outgoing, to.replace('/:splat', ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { host: asked = '', ...headers } = incoming.headers;
  const forwarded = {
    'x-forwarded-host': asked,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  };
  const options = {
    method: incoming.method,
    headers: { ...headers, ...forwarded, host: new URL(target).host },
  };
  const passed = request(`${target}${incoming.url}`, options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.once('error', () => outgoing.destroy());
  incoming.pipe(passed);
}

function readPage(folder: string, path: string): Buffer | undefined {
  for (const file of path === '/' ? ['index.html'] : [path, `${path}.html`]) {
    try {
      return readFileSync(join(folder, decodeURIComponent(file)));
    } catch {
      // The next spelling.
    }
  }
  return undefined;
}

/** By path, or by folder with an asterisk. */
function readHeaders(text: string): Map<string, Record<string, string>> {
  const rules = text
    .trimEnd()
    .split(/\n(?=\/)/)
    .map((rule) => {
      const [path = '', ...lines] = rule.split('\n');
      return [path, Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/)))] as const;
    });
  return new Map(rules);
}
