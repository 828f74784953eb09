import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findPostgres } from '../support/postgres-server.ts';
import { runCampaign } from './campaign.ts';
import { rehearseCopies } from './copies.ts';
import { runDecember } from './december/december.ts';
import { fuzzContent } from './fuzz-content.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { runLoad } from './load.ts';
import { loseDisk } from './lost-disk.ts';
import { createTwoMachines } from './machines/two-machines.ts';

// npm run chaos: all runs, or those named, such as `-- purchases --purchases 500 --seed 7 --minutes 9`.

const FILE = 'chaos.json';

interface PartResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly wrongs: readonly string[];
  readonly kept?: string | undefined;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    purchases: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
    builds: { type: 'string', default: '3' },
    mutations: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '9' },
    refunds: { type: 'string', default: '30' },
    orders: { type: 'string', default: '300' },
  },
});
const seed = Number(values.seed);
const PARTS: Readonly<Record<string, () => Promise<PartResult>>> = {
  purchases: () =>
    runCampaign({ seed, purchases: Number(values.purchases ?? 500), minutes: Number(values.minutes) }),
  machines: runMachines,
  input: () => fuzzRequests({ seed, requests: Number(values.requests) }),
  content: () => fuzzContent({ seed, mutations: Number(values.mutations), builds: Number(values.builds) }),
  'lost-disk': () =>
    loseDisk({ seed, purchases: Number(values.purchases ?? 300), refunds: Number(values.refunds) }),
  copies: () => rehearseCopies({ purchases: Number(values.purchases ?? 30) }),
  december: () => runDecember({ seed, orders: Number(values.orders) }),
  load: () => runLoad({ seed, seconds: Number(values.seconds) }),
};

const named = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

for (const name of named) {
  console.log(`${name}, seed ${seed}`);
  const result = (await PARTS[name]?.()) as PartResult;
  console.table(result.figures);
  for (const wrong of result.wrongs) console.error(`WRONG: ${wrong}`);
  if (result.wrongs.length > 0) process.exitCode = 1;
  if (result.kept) console.error(`The databases are kept in ${result.kept}.`);
  const others = await readFile(FILE, 'utf8').then(JSON.parse, () => ({}));
  const part = { at: new Date().toISOString(), seed, ...result.figures, wrongs: result.wrongs };
  await writeFile(FILE, `${JSON.stringify({ ...others, [name]: part }, null, 2)}\n`);
}
console.log(`The figures are in ${FILE}.`);

async function runMachines(): Promise<PartResult> {
  const programs = findPostgres();
  if (programs === undefined)
    return {
      figures: { 'not run': 'there is no Postgres here (Debian: apt-get install postgresql)' },
      wrongs: [],
    };
  const options = { seed, purchases: Number(values.purchases ?? 500), minutes: Number(values.minutes) };
  // Few at a time, so that it takes long enough for everything to befall them many times.
  return runCampaign({ ...options, kills: 200, atATime: 2 }, createTwoMachines(programs));
}
