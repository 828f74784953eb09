import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSiteContent } from '../../../api/site/catalogue.ts';
import { checkContent } from '../../../src/content/checks/check-content.ts';
import { formatProblems } from '../../../src/content/reader/problems.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import type { FuzzResult } from './fuzz-requests.ts';
import { buildHarmless, type HarmlessFile, mutate } from './mutate-content.ts';
import { createRandom } from './random.ts';

export interface ContentOptions {
  readonly mutations: number;
  readonly seed: number;
  /** Whole builds of what the check has let pass. */
  readonly builds: number;
}

/**
 * Spoils one content file after the other: each time the check passes, and the service takes the values as well, or it
 * ends with a message that names a file.
 */
export async function fuzzContent({ mutations, seed, builds }: ContentOptions): Promise<FuzzResult> {
  const startedMs = performance.now();
  const random = createRandom(seed);
  const dir = await mkdtemp(join(tmpdir(), 'fuzz-content-'));
  await cp(TEST_CONTENT, dir, { recursive: true });
  const files = (await readdir(dir, { recursive: true })).filter(
    (name) => /\.(json|md)$/.test(name) && name !== 'README.md',
  );
  const counts = { passed: 0, named: 0, 'named elsewhere': 0 };
  const wrongs: string[] = [];
  const harmless: HarmlessFile[] = [];
  for (let time = 0; time < mutations; time += 1) {
    const file = random.pick(files.sort());
    const path = join(dir, file);
    const source = await readFile(path);
    const { what, bytes } = mutate(source, random);
    await (bytes === null ? rm(path) : writeFile(path, bytes));
    try {
      const { problems, values } = await checkContent(dir);
      const message = formatProblems(problems);
      const isComplete = problems.every((each) => each.file && each.field && each.found && each.wanted);
      // As the service does with the content of a build.
      if (problems.length === 0) parseSiteContent(values);
      if (problems.length === 0) harmless.push({ file, what, bytes });
      if (problems.length === 0) counts.passed += 1;
      else if (message.includes(`content/${file}`)) counts.named += 1;
      else counts['named elsewhere'] += 1;
      if (!isComplete) wrongs.push(`${file}, ${what}: not all is said: ${message.slice(0, 400)}`);
    } catch (error) {
      wrongs.push(`${file}, ${what}: ${String((error as Error).stack).slice(0, 500)}`);
    }
    await writeFile(path, source);
  }
  await rm(dir, { recursive: true });
  for (let build = 0; build < builds; build += 1) {
    wrongs.push(...(await buildHarmless(harmless.filter((_, index) => index % builds === build))));
  }
  return {
    wrongs,
    figures: {
      seed,
      mutations,
      'passed, as harmless': counts.passed,
      'named the file': counts.named,
      'named the file that misses it': counts['named elsewhere'],
      'whole builds': builds,
      'seconds in all': Math.round((performance.now() - startedMs) / 1000),
    },
  };
}
