import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBuilds } from './build-bench.ts';
import { measureClicks, measureLink, type ReverseProxy } from './link-bench.ts';
import { measureOrderList } from './order-list-bench.ts';
import { measureOrders } from './orders-bench.ts';
import { measureThrottledPages } from './pages-bench.ts';
import { measureProtocols } from './protocols-bench.ts';
import { findMissingForLink } from './shaped-link.ts';

// npm run bench: all parts, or those that are named, such as `-- pages link --rounds 3 --proxy nginx` or `-- build --towns 10000`.

const FILE = 'bench.json';

const PROXIES: readonly ReverseProxy[] = ['caddy', 'nginx'];

const PARTS: Readonly<Record<string, (rounds: number) => Promise<unknown>>> = {
  pages: measureThrottledPages,
  build: () => measureBuilds(values.towns === undefined ? undefined : Number(values.towns)),
  orders: async () => ({ taken: await measureOrders(), list: await measureOrderList() }),
  link: (rounds) => onLink((proxy) => measureLink(rounds, proxy)),
  clicks: () => onLink(measureClicks),
  protocols: (rounds) => onLink(() => measureProtocols(rounds)),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    proxy: { type: 'string', default: 'caddy' },
    towns: { type: 'string' },
  },
});
const named = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

process.once('SIGINT', () => process.exit(130));
for (const name of named) {
  const measured = await PARTS[name]?.(Number(values.rounds));
  const part = {
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    // Above the number of cores, times say as much of the machine's other work as of the site.
    load: loadavg()[0],
    measured,
  };
  // Results of other benchmarks stay.
  const others = await readFile(FILE, 'utf8').then(JSON.parse, () => ({}));
  await writeFile(FILE, `${JSON.stringify({ ...others, [name]: part }, null, 2)}\n`);
}
console.log(`The figures are in ${FILE}.`);

async function onLink(measure: (proxy: ReverseProxy) => Promise<unknown>): Promise<unknown> {
  const proxy = readProxy();
  const missing = findMissingForLink(proxy);
  if (missing === undefined) return measure(proxy);
  console.log(`A shaped link is left out: it needs ${missing}, which is missing here.`);
  return { missing };
}

function readProxy(): ReverseProxy {
  const proxy = PROXIES.find((name) => name === values.proxy);
  if (proxy !== undefined) return proxy;
  console.error(`There is no proxy ${values.proxy}; the proxies are ${PROXIES.join(', ')}.`);
  process.exit(2);
}
