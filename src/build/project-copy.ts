import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What Astro needs of the project to render it. The content is read where it lies. */
const PARTS = ['api', 'public', 'src', 'astro.config.mjs', 'package.json', 'tsconfig.json'];

/**
 * Copies the project to where a site is built for another place than its own `dist`, with the same packages. Astro
 * writes into the project that it renders, and finds packages from where it writes the site: a release may be read-only,
 * and a preview must not mix with a build.
 * @param copy absolute; what Astro has kept there stays, so that photographs are not made again
 */
export async function copyProject(root: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const part of PARTS) {
    await rm(join(copy, part), { recursive: true, force: true });
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  const packages = join(copy, 'node_modules');
  await rm(packages, { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), packages, 'junction');
}
