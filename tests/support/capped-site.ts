import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFile } from '../../src/build/manifest.ts';
import { SERVICE_CONTENT } from '../../src/domain/schemas/build-manifest.ts';
import { TEST_DIST } from './test-site.ts';

/**
 * Copies the built site into a temporary folder, with so many boxes for each delivery week, as a build with such a
 * `shop.json` would write it: no page says how many there are.
 * @returns the folder, which is the caller's to remove
 */
export async function copySiteWithCaps(boxesByWeek: Readonly<Record<string, number>>): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'capped-site-'));
  await cp(TEST_DIST, dist, { recursive: true });
  const content = JSON.parse(await readFile(join(dist, SERVICE_CONTENT), 'utf8'));
  const shop = content['shop.json'];
  shop.weeks = Object.entries(boxesByWeek).map(([id, boxes]) => ({ id, boxes }));
  const bytes = Buffer.from(JSON.stringify(content));
  await writeFile(join(dist, SERVICE_CONTENT), bytes);

  const manifest = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'));
  manifest.files = manifest.files.map((file: { path: string }) =>
    file.path === SERVICE_CONTENT ? { ...file, hash: hashFile(bytes), bytes: bytes.length } : file,
  );
  await writeFile(join(dist, 'build.json'), JSON.stringify(manifest));
  return dist;
}
