import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readResidentMegabytes } from '../../support/resident-memory.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { ProjectCopy } from '../project-copy.ts';
import { round } from './statistics.ts';
import { addTowns } from './visits.ts';

/** Prints what the process used in all, when it ends: kilobytes and microseconds. */
const PRINT_USAGE =
  'data:text/javascript,process.on("exit",()=>console.error("usage",JSON.stringify(process.resourceUsage())))';

/** A site of 40 pages, and the largest that it is made for. */
const TOWNS = [4, 1000];
const IDLE_MS = 15_000;
const START_LIMIT_MS = 60_000;

export interface BuildFigures {
  /** `again` takes the compressed forms of what has not changed from the build before. */
  readonly build: 'first' | 'again';
  readonly towns: number;
  readonly pages: number;
  readonly seconds: number;
  readonly msPerPage: number;
  /** Of all cores together, which a busy machine changes less than the time that passes. */
  readonly cpuMsPerPage: number;
  /** The most that the build held in memory at one time. */
  readonly peakMegabytes: number;
}

export interface ServiceFigures {
  readonly towns: number;
  /** From its start until it listens. */
  readonly startMs: number;
  /** What it holds in memory when nobody has asked for anything yet. */
  readonly idleMegabytes: number;
}

/** Builds of both sites, each from nothing and again with nothing changed, and the service with each of them. */
export async function measureBuilds() {
  const builds: BuildFigures[] = [];
  const services: ServiceFigures[] = [];
  for (const count of TOWNS) {
    const copy = await ProjectCopy.create();
    try {
      await addTowns(copy.dir, count);
      builds.push(await buildOnce(copy, count, 'first'), await buildOnce(copy, count, 'again'));
      services.push(await measureService(copy.dir, count));
    } finally {
      await copy.remove();
    }
  }
  console.log('Builds with so many town pages (wanted: at most 30 ms a page, and memory that stays flat)');
  console.table(builds);
  console.log('The service with them (wanted: 3 s and 300 MB)');
  console.table(services);
  return { builds, services };
}

async function measureService(project: string, towns: number): Promise<ServiceFigures> {
  const started = performance.now();
  // The last two as `run.js` and the deploy kit set them.
  const { MALLOC_ARENA_MAX = '', NODE_OPTIONS = '' } = process.env;
  const env = { DIST_DIR: join(project, 'dist'), LOG_LEVEL: 'error', MALLOC_ARENA_MAX, NODE_OPTIONS };
  const service = await startSiteServer(env, START_LIMIT_MS, project);
  const startMs = Math.round(performance.now() - started);
  await sleep(IDLE_MS);
  const idleMegabytes = readResidentMegabytes(service.process.pid);
  await service.stop();
  return { towns, startMs, idleMegabytes };
}

async function buildOnce(
  copy: ProjectCopy,
  towns: number,
  build: BuildFigures['build'],
): Promise<BuildFigures> {
  const { code, output } = await copy.run('--import', PRINT_USAGE, 'src/build/build-site.ts');
  const [, pages, seconds] = (/(\d+) pages in ([\d.]+) s/.exec(output) ?? []).map(Number);
  const usage = /^usage (.*)$/m.exec(output)?.[1];
  if (code !== 0 || pages === undefined || seconds === undefined || usage === undefined)
    throw new Error(output);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage) as NodeJS.ResourceUsage;
  return {
    build,
    towns,
    pages,
    seconds,
    msPerPage: round((seconds * 1000) / pages, 1),
    cpuMsPerPage: round((userCPUTime + systemCPUTime) / 1000 / pages, 1),
    peakMegabytes: Math.round(maxRSS / 1024),
  };
}
