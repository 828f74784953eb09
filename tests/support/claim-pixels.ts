import { crc32 } from 'node:zlib';

/** The picture with another size in its head, so that it seems to have as many pixels: a PNG or a JPEG of one frame. */
export function claimPixels(picture: Buffer, width: number, height: number): Buffer<ArrayBuffer> {
  const changed = Buffer.from(picture);
  if (changed.toString('latin1', 12, 16) === 'IHDR') {
    changed.writeUInt32BE(width, 16);
    changed.writeUInt32BE(height, 20);
    changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
    return changed;
  }
  // A frame of a JPEG that is read line by line, or progressively.
  const frame = [0xc0, 0xc2].map((kind) => changed.indexOf(Buffer.from([0xff, kind]))).find((at) => at > 0);
  if (frame === undefined) throw new Error('This is neither a PNG nor a JPEG.');
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
