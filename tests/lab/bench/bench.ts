import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { readCommandLine, SCRIPTS } from '#commands';
import { measureBuilds } from './build-bench.ts';
import { measureClicks, measureLink, type ReverseProxy } from './link-bench.ts';
import { measureOrderList } from './order-list-bench.ts';
import { measureOrders } from './orders-bench.ts';
import { measureThrottledPages } from './pages-bench.ts';
import { measureProtocols } from './protocols-bench.ts';
import { findMissingForLink } from './shaped-link.ts';

const FILE = 'bench.json';

const PARTS: Readonly<Record<(typeof SCRIPTS.bench.parts)[number], (rounds: number) => Promise<unknown>>> = {
  pages: measureThrottledPages,
  build: measureBuilds,
  orders: async () => ({ taken: await measureOrders(), list: await measureOrderList() }),
  link: (rounds) => onLink((proxy) => measureLink(rounds, proxy)),
  clicks: () => onLink(measureClicks),
  protocols: (rounds) => onLink(() => measureProtocols(rounds)),
};

const { flags, words } = readCommandLine('bench');
const named = words.length > 0 ? words : SCRIPTS.bench.parts;

process.once('SIGINT', () => process.exit(130));
for (const name of named) {
  const measured = await PARTS[name](Number(flags.rounds ?? 5));
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
  const proxy = (flags.proxy ?? 'caddy') as ReverseProxy;
  const missing = findMissingForLink(proxy);
  if (missing === undefined) return measure(proxy);
  console.log(`A shaped link is left out: it needs ${missing}, which is missing here.`);
  return { missing };
}
