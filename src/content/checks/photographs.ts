import { join } from 'node:path';
import type { Finding } from '../reader/problems.ts';

/** Photographs that cannot be shown: damaged, copied in part, or of another kind than their name says. */
export async function checkPhotographs(
  contentDir: string,
  photographs: readonly string[],
): Promise<Finding[]> {
  if (photographs.length === 0) return [];
  // Loaded only now: it takes as long as the rest of the check.
  const { default: sharp } = await import('sharp');
  const problems = await Promise.all(
    photographs.map(async (name) => {
      const file = `images/${name}`;
      const isWhole = await sharp(join(contentDir, file), { failOn: 'truncated' })
        .stats()
        .then(() => true)
        .catch(() => false);
      const found = 'a photograph that is damaged or not complete';
      return isWhole ? [] : [{ file, path: [], found, wanted: 'the photograph, copied or exported again' }];
    }),
  );
  return problems.flat();
}
