import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkContent } from '../../src/content/checks/check-content.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/** A content file that was changed, and that the check takes all the same. */
export interface HarmlessFile {
  readonly file: string;
  readonly what: string;
  /** null: it was taken away. */
  readonly bytes: Buffer | null;
}

/** Builds a copy of the project with as many of the changes as go together. @returns what the build says against it */
export async function buildHarmless(files: readonly HarmlessFile[]): Promise<string[]> {
  const project = await ProjectCopy.create();
  try {
    const content = join(project.dir, 'content');
    const done: string[] = [];
    const changed = new Set<string>();
    for (const { file, what, bytes } of files) {
      if (changed.has(file)) continue;
      const path = join(content, file);
      const source = await readFile(path);
      await (bytes === null ? rm(path) : writeFile(path, bytes));
      const { problems } = await checkContent(content);
      if (problems.length === 0) {
        changed.add(file);
        done.push(`${file}: ${what}`);
      } else await writeFile(path, source);
    }
    const { code, output } = await project.run('src/build/build-site.ts');
    return code === 0
      ? []
      : [`a build of checked content failed (${done.join('; ')}): ${output.slice(-1500)}`];
  } finally {
    await project.remove();
  }
}
