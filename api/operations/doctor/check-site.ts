import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteSnapshot } from '../../site/site-snapshot.ts';
import { type CheckResult, conclude } from './check-result.ts';

/** Prices and facts are those of the build. Where the content folder says something else, a publication is due. */
export function checkBuiltContent({ contentJson }: SiteSnapshot, contentDir: string): CheckResult[] {
  const built = JSON.parse(contentJson) as Record<string, unknown>;
  const changed = ['shop.json', 'farm.json'].filter((name) => {
    const inFolder = readJson(join(contentDir, name));
    return inFolder !== undefined && JSON.stringify(inFolder) !== JSON.stringify(built[name]);
  });
  const problems = changed.map(
    (name) =>
      `The site was built with another content/${name} than lies there now${name === 'shop.json' ? ', prices and weeks among it' : ''}: run \`npm run content:publish\`.`,
  );
  return conclude('built content', problems, 'The site was built with the prices and facts in content/.');
}

/** Undefined where only the built site was put on the server. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return null;
  }
}
