import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { EXIT, readCommandLine, SCRIPTS } from '#commands';
import { findPostgres } from '../../support/postgres-server.ts';
import { runCampaign } from './campaign.ts';
import { killInClosedWeek } from './closed-week.ts';
import { rehearseCopies } from './copies.ts';
import { runDecember } from './december/december.ts';
import { fuzzContent } from './fuzz-content.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { runLoad } from './load.ts';
import { loseDisk } from './lost-disk.ts';
import { createTwoMachines } from './machines/two-machines.ts';

const FILE = 'chaos.json';

interface PartResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly wrongs: readonly string[];
  readonly kept?: string | undefined;
}

const { flags, words } = readCommandLine('chaos');
const seed = Number(flags.seed ?? Math.floor(Math.random() * 1e6));
const PARTS: Readonly<Record<(typeof SCRIPTS.chaos.parts)[number], () => Promise<PartResult>>> = {
  purchases: () =>
    runCampaign({ seed, purchases: Number(flags.purchases ?? 500), minutes: Number(flags.minutes ?? 9) }),
  machines: runMachines,
  input: () => fuzzRequests({ seed, requests: Number(flags.requests ?? 20000) }),
  content: () =>
    fuzzContent({ seed, mutations: Number(flags.mutations ?? 2000), builds: Number(flags.builds ?? 3) }),
  'lost-disk': () =>
    loseDisk({ seed, purchases: Number(flags.purchases ?? 300), refunds: Number(flags.refunds ?? 30) }),
  'closed-week': () => killInClosedWeek(Number(flags.purchases ?? 30)),
  copies: () => rehearseCopies({ purchases: Number(flags.purchases ?? 30) }),
  december: () => runDecember({ seed, orders: Number(flags.orders ?? 300) }),
  load: () => runLoad({ seed, seconds: Number(flags.seconds ?? 60) }),
  turns: async () => runTurns(),
};

const named = words.length > 0 ? words : SCRIPTS.chaos.parts;

for (const name of named) {
  console.log(`${name}, seed ${seed}`);
  const result = await PARTS[name]();
  console.table(result.figures);
  for (const wrong of result.wrongs) console.error(`WRONG: ${wrong}`);
  if (result.wrongs.length > 0) process.exitCode = EXIT.failed;
  if (result.kept) console.error(`The databases are kept in ${result.kept}.`);
  const others = await readFile(FILE, 'utf8').then(JSON.parse, () => ({}));
  const part = { at: new Date().toISOString(), seed, ...result.figures, wrongs: result.wrongs };
  await writeFile(FILE, `${JSON.stringify({ ...others, [name]: part }, null, 2)}\n`);
}
console.log(`The figures are in ${FILE}.`);

/** How long one request keeps the others waiting: every route, with hostile texts. Its tests say what is too slow. */
function runTurns(): PartResult {
  const playwright = 'node_modules/@playwright/test/cli.js';
  const args = [playwright, 'test', '--project', 'lab', '--workers', '1'];
  const env = { ...process.env, LAB: '1' };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  return { figures: {}, wrongs: status === 0 ? [] : ['the lines above name what takes too long'] };
}

async function runMachines(): Promise<PartResult> {
  const programs = findPostgres();
  if (programs === undefined)
    return {
      figures: { 'not run': 'there is no Postgres here (Debian: apt-get install postgresql)' },
      wrongs: [],
    };
  const options = { seed, purchases: Number(flags.purchases ?? 500), minutes: Number(flags.minutes ?? 9) };
  // Few at a time, so that it takes long enough for everything to befall them many times.
  return runCampaign({ ...options, kills: 200, atATime: 2 }, createTwoMachines(programs));
}
