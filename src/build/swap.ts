import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Where a build is made before it takes the place of `outDir`: beside it, so that a rename is all it takes. */
export function getNextFolder(outDir: string): string {
  return `${outDir}.next-${process.pid}`;
}

/**
 * Puts a finished folder in the place of `outDir`. Nobody ever sees half a site: both steps are renames.
 * @throws when the new folder cannot be put in place; the old one then is back where it was
 */
export async function swapInto(nextFolder: string, outDir: string): Promise<void> {
  const oldFolder = `${outDir}.old-${process.pid}`;
  const hasOld = existsSync(outDir);
  if (hasOld) await rename(outDir, oldFolder);
  try {
    await rename(nextFolder, outDir);
  } catch (error) {
    if (hasOld) await rename(oldFolder, outDir);
    throw error;
  }
  await rm(oldFolder, { recursive: true, force: true });
}

/**
 * Mends what a build that was killed left beside `outDir`: brings the last site back when it was killed
 * between the two renames, and removes the folders of processes that no longer run.
 */
export async function cleanUpAfterCrash(outDir: string): Promise<void> {
  for (const { path, kind } of await listLeftovers(outDir)) {
    if (kind === 'old' && !existsSync(outDir)) await rename(path, outDir);
    else await rm(path, { recursive: true, force: true });
  }
}

/** No build is silent for this long. A folder that is older was left by a process whose id another one has now. */
const GIVEN_UP_MS = 15 * 60_000;

/** Whether another process is building the site of `outDir` just now. Make your own folder first: of two, one sees it. */
export async function isBuiltElsewhere(outDir: string): Promise<boolean> {
  const others = (await listBuildFolders(outDir)).filter(
    ({ kind, isRunning }) => kind === 'next' && isRunning,
  );
  const ages = await Promise.all(others.map(({ path }) => stat(path).catch(() => undefined)));
  return ages.some((found) => found && Date.now() - found.mtimeMs < GIVEN_UP_MS);
}

async function listLeftovers(outDir: string): Promise<BuildFolder[]> {
  return (await listBuildFolders(outDir)).filter(({ isRunning }) => !isRunning);
}

interface BuildFolder {
  path: string;
  kind: 'next' | 'old';
  /** Whether it belongs to another process that still runs. */
  isRunning: boolean;
}

async function listBuildFolders(outDir: string): Promise<BuildFolder[]> {
  const parent = dirname(outDir);
  const prefix = `${basename(outDir)}.`;
  const names = await readdir(parent).catch(() => []);
  return names.flatMap((name) => {
    const match = name.startsWith(prefix) ? /^(next|old)-(\d+)$/.exec(name.slice(prefix.length)) : null;
    if (match === null) return [];
    const [, kind, pid] = match as unknown as [string, BuildFolder['kind'], string];
    return [{ path: join(parent, name), kind, isRunning: isOtherProcessAlive(Number(pid)) }];
  });
}

function isOtherProcessAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
