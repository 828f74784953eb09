import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HTMLCanvasElementLuminanceSource,
  HybridBinarizer,
  MultiFormatReader,
} from '@zxing/library';

/** Wider pictures take longer, and a barcode that fills half of this one is sharp enough. */
const WIDEST = 960;

/** Reads codes in plain JavaScript: WebAssembly would need a hole in the page's policy. */
export function createZxingReader(): (video: HTMLVideoElement) => Promise<readonly string[]> {
  const { QR_CODE, CODE_128, DATA_MATRIX, ITF, CODE_39 } = BarcodeFormat;
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [QR_CODE, CODE_128, DATA_MATRIX, ITF, CODE_39]],
      [DecodeHintType.TRY_HARDER, true],
    ]),
  );
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context?.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      const picture = new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)));
      return [reader.decodeWithState(picture).getText()];
    } catch {
      // Most pictures show no code; the library throws for each.
      return [];
    }
  };
}
