/** Finds the codes in a picture of the camera. */
export type CodeReader = (video: HTMLVideoElement) => Promise<readonly string[]>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Of slips and of parcels. Not ITF and Code 39: cartons have them too, and without a check digit they are misread. */
const FORMATS = ['qr_code', 'code_128', 'data_matrix'];
/** Without them, slips or parcels could not be read. */
const NEEDED = ['qr_code', 'code_128'];

/** The browser's own reader, or a library that is loaded only where there is none, as on an iPhone. */
export async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window as { BarcodeDetector?: NativeDetectorClass };
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !NEEDED.every((format) => supported?.includes(format))) {
    return (await import('./zxing-reader.ts')).createZxingReader();
  }
  const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => supported?.includes(format)) });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}
