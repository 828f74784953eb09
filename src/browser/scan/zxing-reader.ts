// One file each: the library's index would take all of its readers into the page, which is several times as much.
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer.js';
import DataMatrixReader from '@zxing/library/esm/core/datamatrix/DataMatrixReader.js';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader.js';
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader.js';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js';

/** Larger pictures take too long, and in smaller ones the thinnest bars run together. */
const LARGEST = 1280;

/**
 * Reads codes in plain JavaScript: WebAssembly would need a hole in the page's policy. It reads the part of the picture
 * that the page shows, and turns every second one by a quarter, because a barcode is found only in a line across it.
 */
export function createZxingReader(): (video: HTMLVideoElement) => Promise<readonly string[]> {
  // Its MultiFormatReader would write a warning to the console for each picture without a code.
  const readers = [new QRCodeReader(), new Code128Reader(), new DataMatrixReader()];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  let isTurned = true;
  return async (video) => {
    if (context === null) return [];
    isTurned = !isTurned;
    const bitmap = new BinaryBitmap(new HybridBinarizer(takePicture(video, context, isTurned)));
    for (const reader of readers) {
      try {
        return [reader.decode(bitmap).getText()];
      } catch {
        // Most pictures show no code; the library throws for each.
      }
    }
    return [];
  };
}

/** The part of the video that is shown (`object-fit: cover`), in shades of grey. */
function takePicture(video: HTMLVideoElement, context: CanvasRenderingContext2D, isTurned: boolean) {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const cover = Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
  // Whole pixels: between them, thin bars would blur.
  const [left, top] = [
    Math.floor((videoWidth - clientWidth / cover) / 2),
    Math.floor((videoHeight - clientHeight / cover) / 2),
  ];
  const [shownWidth, shownHeight] = [videoWidth - 2 * left, videoHeight - 2 * top];
  const scale = Math.min(1, LARGEST / Math.max(shownWidth, shownHeight));
  const [width, height] = [Math.round(shownWidth * scale), Math.round(shownHeight * scale)];
  const { canvas } = context;
  canvas.width = isTurned ? height : width;
  canvas.height = isTurned ? width : height;
  if (isTurned) context.setTransform(0, 1, -1, 0, height, 0);
  context.drawImage(video, left, top, shownWidth, shownHeight, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = [data[pixel * 4], data[pixel * 4 + 1], data[pixel * 4 + 2]];
    grey[pixel] = (red + 2 * green + blue) / 4;
  }
  return new RGBLuminanceSource(grey, canvas.width, canvas.height);
}
