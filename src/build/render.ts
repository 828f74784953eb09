import { cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderOptions } from './build.ts';

/** What Astro needs of the project to render it. The content is read where it lies. */
const PARTS = ['public', 'src', 'astro.config.mjs', 'package.json', 'tsconfig.json'];

/**
 * Renders every page with Astro into a folder, by the project's `astro.config.mjs`. Always in a copy of the project
 * beside the site, because Astro writes into the project that it renders and into the folder that it is started from,
 * and finds packages from where it writes: a release may be read-only, and a preview must not mix with a build. What
 * Astro keeps in the copy stays, so that photographs are not made again.
 * @throws whatever Astro throws, for a page that does not compile or render
 */
export async function renderWithAstro({ root, contentDir, outDir, siteDir }: RenderOptions): Promise<void> {
  const copy = `${siteDir}.project`;
  await copyProject(root, copy);
  process.chdir(copy);
  // Astro's own parts, such as its config, are told nothing else.
  process.env.CONTENT_DIR = contentDir;
  // Before the import and not only in the config, so that a config that does not load reports nothing either.
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  // Has Astro's bundler, which reads this as it is loaded, give back at once what it no longer needs: 100 MB.
  process.env.MIMALLOC_PURGE_DELAY = '0';
  const { build } = await import('astro');
  const site = join(copy, 'dist');
  await build({ root: copy, outDir: site, logLevel: 'warn' });
  await rm(outDir, { recursive: true, force: true });
  await rename(site, outDir);
}

async function copyProject(root: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true });
  for (const part of PARTS) {
    await rm(join(copy, part), { recursive: true, force: true });
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  const packages = join(copy, 'node_modules');
  await rm(packages, { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), packages, 'junction');
}
