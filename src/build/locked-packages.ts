/** What package-lock.json says of a package. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  /** For checks and tests only. */
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  /** One name or a list, as the package has it. */
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** By their folders from the project's root: `node_modules/pino`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The folder that a dependency of the package at `path` is loaded from: its own, or the one beside it or further up.
 * @param path `''` for the project itself
 */
export function locatePackage(packages: LockedPackages, path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const folder = `${from}${from && '/'}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (from === '') return undefined;
  }
}
