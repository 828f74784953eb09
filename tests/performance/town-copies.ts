import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fills the town folder of a project up to so many towns. The made-up ones are copies of the real ones under names,
 * questions and places in the order of their own.
 */
export async function addTowns(projectDir: string, count: number): Promise<void> {
  const folder = join(projectDir, 'content/towns');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  for (let number = names.length + 1; number <= count; number += 1) {
    const source = sources[number % sources.length] ?? '';
    const town = source
      .replace(/^name: "(.*)"$/m, `name: "$1 ${number}"`)
      .replace(/^title: "(.*)"$/m, `title: "$1 ${number}"`)
      .replace(/^breadcrumb: "(.*)"$/m, `breadcrumb: "$1 ${number}"`)
      .replace(/^order: \d+$/m, `order: ${number}`)
      .replace(/^( +- id: .*)$/gm, `$1-${number}`);
    await writeFile(join(folder, `town-${number}.md`), town);
  }
}
