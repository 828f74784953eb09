import { type LockedPackage, type LockedPackages, locatePackage } from '../../src/build/bundle.ts';

/** The machines that the project supports: a Mac, a Raspberry Pi, a small server, a Windows laptop. */
export const PLATFORMS = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'linux', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
] as const;

export type Platform = (typeof PLATFORMS)[number];

/** Packages that do not support one of our platforms, and what it uses instead. */
const COVERED_OTHERWISE: Readonly<Record<string, string>> = {
  // Watches files on a Mac; elsewhere Node does this.
  fsevents: 'node:fs',
};

/**
 * Packages that the lockfile lacks for a platform. npm silently leaves out the packages of other platforms if the
 * registry has none in that version.
 * @returns messages that name the package; none if the lockfile is complete
 */
export function findMissing(packages: LockedPackages, { os, cpu }: Platform): string[] {
  const missing: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    const names = Object.keys(optionalDependencies).filter((name) => COVERED_OTHERWISE[name] === undefined);
    for (const name of names) {
      if (locatePackage(packages, path, name) === undefined)
        missing.push(`${path || 'the project'}: ${name} is not locked`);
    }
    const programs = names
      .flatMap((name) => packages[locatePackage(packages, path, name) ?? ''] ?? [])
      .filter((each) => each.os);
    const isForPlatforms = programs.length > 1;
    if (isForPlatforms && !programs.some((each) => each.integrity && fits(each, os, cpu))) {
      missing.push(`${path || 'the project'}: nothing for ${os} ${cpu}`);
    }
  }
  return missing;
}

function fits({ os, cpu, libc }: LockedPackage, wantedOs: string, wantedCpu: string): boolean {
  return allows(os, wantedOs) && allows(cpu, wantedCpu) && allows(libc, 'glibc');
}

function allows(names: string | readonly string[] | undefined, wanted: string): boolean {
  return names === undefined || [names].flat().includes(wanted);
}
