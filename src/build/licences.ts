import { readFileSync, writeFileSync } from 'node:fs';
import { runProgram } from '#commands';
import type { LockedPackage } from './bundle.ts';

/**
 * The table of LICENCES.md: each licence with the packages under it, those for building and testing alone apart.
 * Out of the lockfile, which is the same on every machine; node_modules has only what this one needs.
 * @param lockfile the text of package-lock.json
 */
export function writeLicences(lockfile: string): string {
  const packages = Object.entries<LockedPackage>(JSON.parse(lockfile).packages).filter(
    ([path]) => path !== '',
  );
  const groups = new Map<string, { shop: Set<string>; tools: Set<string> }>();
  for (const [path, { version, license = 'none named', dev = false }] of packages) {
    const group = groups.get(license) ?? { shop: new Set(), tools: new Set() };
    group[dev ? 'tools' : 'shop'].add(`${path.replace(/^.*node_modules\//, '')} ${version}`);
    groups.set(license, group);
  }
  const list = (names: Set<string>) => [...names].sort().join(', ') || 'none';
  const sections = [...groups.entries()]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(
      ([licence, { shop, tools }]) =>
        `## ${licence}\n\n**Service, site and their build:** ${list(shop)}.\n\n**Checks and tests only:** ${list(tools)}.\n`,
    );
  return `# Licences of the packages\n\nWritten by \`npm run licences\` out of package-lock.json; a test holds the two together.\n\n${sections.join('\n')}`;
}

if (import.meta.main) {
  await runProgram('licences', () => {
    const root = new URL('../../', import.meta.url);
    const lockfile = readFileSync(new URL('package-lock.json', root), 'utf8');
    writeFileSync(new URL('LICENCES.md', root), writeLicences(lockfile));
    console.log('LICENCES.md has every package of package-lock.json.');
  });
}
