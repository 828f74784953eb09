import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BuildError, buildSite } from '../../../src/build/build.ts';
import { endWithService, reportFailure } from '../../../src/build/build-site.ts';
import { checkContent } from '../../../src/content/checks/check-content.ts';
import { formatProblems } from '../../../src/content/reader/problems.ts';
import { SHELLS, SMALL_SITE, writeFiles } from '../../support/small-site.ts';

// The project's build without Astro: all else of it is real. The site's page of prices names the phone and the short
// name of farm.json. A file beside the content makes the build wait until it is gone, or fail.

const { CONTENT_DIR: contentDir = '', DIST_DIR: outDir = '' } = process.env;
const beside = (name: string) => join(dirname(contentDir), name);

endWithService();
let read: Awaited<ReturnType<typeof checkContent>> | undefined;
try {
  await buildSite({
    root: dirname(contentDir),
    contentDir,
    outDir,
    readContent: async (folder) => {
      read = await checkContent(folder);
      if (read.problems.length > 0) throw new BuildError(formatProblems(read.problems));
      return read;
    },
    render: async ({ outDir: folder }) => {
      while (existsSync(beside('build-waits'))) await wait(20);
      if (existsSync(beside('build-fails'))) throw new BuildError('The page /prices does not render.');
      const pages = Object.fromEntries(
        read?.content.redirects.map(({ data: { to } }) => [
          `${to.slice(1).replace(/#.*/, '') || 'index'}.html`,
          '<p>A page',
        ]) ?? [],
      );
      const farm = read?.content.farm[0]?.data;
      const prices = `<!doctype html><title>Prices</title><body><a href="/about-us">About</a><p>Ring ${farm?.phone}, ${farm?.shortName}`;
      await writeFiles(folder, { ...pages, ...SMALL_SITE, ...SHELLS, 'prices.html': prices });
    },
    onStep: (step) => console.log(`  ${step} …`),
  });
} catch (error) {
  reportFailure(error, outDir);
}
