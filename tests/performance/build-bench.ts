import { ProjectCopy } from '../support/project-copy.ts';
import { round } from './statistics.ts';
import { addTowns } from './visits.ts';

/** Prints what the process used in all, when it ends: kilobytes and microseconds. */
const PRINT_USAGE =
  'data:text/javascript,process.on("exit",()=>console.error("usage",JSON.stringify(process.resourceUsage())))';

const TOWNS = [4, 200, 2000];

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

/** Builds of a small, a middling and a large site, each from nothing and again with nothing changed. */
export async function measureBuilds(): Promise<BuildFigures[]> {
  const figures: BuildFigures[] = [];
  for (const towns of TOWNS) figures.push(...(await measureBuild(towns)));
  console.log('Builds with so many town pages (wanted: at most 30 ms a page, and memory that stays flat)');
  console.table(figures);
  return figures;
}

/** Builds a copy of the project twice, each time in a new process. */
async function measureBuild(towns: number): Promise<BuildFigures[]> {
  const copy = await ProjectCopy.create();
  try {
    await addTowns(copy.dir, towns);
    return [await buildOnce(copy, towns, 'first'), await buildOnce(copy, towns, 'again')];
  } finally {
    await copy.remove();
  }
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
