import { join } from 'node:path';
import type { Metadata } from 'sharp';
import type { Finding } from '../reader/problems.ts';

/** As many as a phone's camera has. */
const MOST_PIXELS = 210_000_000;
/** What decoding may hold at once. All of the work then takes 150 MB at most: tests/MEASUREMENTS.md has the figures. */
const MOST_HELD_BYTES = 80_000_000;

/** Photographs that cannot be shown: damaged, copied in part, of another kind than their name says, or too large. */
export async function checkPhotographs(
  contentDir: string,
  photographs: readonly string[],
): Promise<Finding[]> {
  if (photographs.length === 0) return [];
  // Loaded only now: it takes as long as the rest of the check.
  const { default: sharp } = await import('sharp');
  const findings: Finding[] = [];
  // One after the other, because of the memory.
  for (const name of photographs) {
    const file = `images/${name}`;
    const photograph = sharp(join(contentDir, file), { failOn: 'truncated', limitInputPixels: false });
    try {
      const excess = findExcess(await photograph.metadata());
      if (excess !== undefined) findings.push({ file, path: [], ...excess });
      // Small, which is quicker, and reads the file to its end all the same.
      else await photograph.resize(16).raw().toBuffer();
    } catch {
      const found = 'a photograph that is damaged or not complete';
      const wanted = 'the photograph, copied or exported again';
      findings.push({ file, path: [], found, wanted });
    }
  }
  return findings;
}

/** Why a photograph is too large to be read, and what is read of its kind; undefined if it is not. */
export function findExcess(metadata: Metadata): { found: string; wanted: string } | undefined {
  const pixels = metadata.width * metadata.height;
  const held = countHeldBytes(metadata);
  const most = held === 0 ? MOST_PIXELS : Math.min(MOST_PIXELS, (pixels * MOST_HELD_BYTES) / held);
  if (pixels <= most) return undefined;
  const kind = metadata.isProgressive ? PROGRESSIVE[metadata.format] : undefined;
  return {
    found: `${kind ?? KINDS[metadata.format] ?? 'a picture'} of ${inMillions(pixels)} million pixels`,
    wanted: `${Math.floor(most / 1_000_000)} million at most${held === 0 ? '' : ', or an ordinary JPEG'}`,
  };
}

const KINDS: Partial<Record<Metadata['format'], string>> = {
  jpeg: 'a JPEG',
  png: 'a PNG',
  webp: 'a WebP',
  heif: 'an AVIF',
};
const PROGRESSIVE: Partial<Record<Metadata['format'], string>> = {
  jpeg: 'a progressive JPEG',
  png: 'an interlaced PNG',
};

function inMillions(pixels: number): string {
  const millions = pixels / 1_000_000;
  return millions < 10 ? millions.toFixed(1) : String(Math.ceil(millions));
}

/** What a decoder holds of a photograph at once, in bytes, when it is made smaller: found by measuring. */
function countHeldBytes(metadata: Metadata): number {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling } = metadata;
  const pixels = width * height;
  if (format === 'jpeg') {
    // An ordinary one is read at up to an eighth of its size. Of a progressive one every coefficient is held.
    if (!isProgressive) return 0;
    return pixels * (chromaSubsampling === '4:2:0' ? 3 : 2 * channels);
  }
  if (format === 'png') {
    const row = width * channels * (depth === 'ushort' ? 2 : 1);
    return row * (isProgressive ? height : Math.min(height, Math.max(width, height) / 8));
  }
  return pixels * (format === 'webp' ? 4 : 16);
}
