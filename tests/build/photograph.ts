import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** Writes a photograph with patches of every colour: as hard to make small as the liveliest one. */
export async function writePhotograph(file: string, width: number, height: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const [columns, rows] = [40, 30];
  const patches = Uint8Array.from({ length: columns * rows * 3 }, (_, index) => (index * index * 7919) % 256);
  await sharp(patches, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toFile(file);
}
