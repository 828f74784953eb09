/** Finds the codes in a picture of the camera. */
type CodeReader = (video: HTMLVideoElement) => Promise<readonly string[]>;

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
async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window as { BarcodeDetector?: NativeDetectorClass };
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !NEEDED.every((format) => supported?.includes(format))) {
    return (await import('./zxing-reader.ts')).createZxingReader();
  }
  const detector = new BarcodeDetector({ formats: FORMATS.filter((format) => supported?.includes(format)) });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

/** Between two pictures, so that the phone stays cool. */
const PAUSE_MS = 100;
const REFUSED = 'This page may not use the camera. Allow it in the browser’s settings, or type the numbers.';
const MISSING = 'There’s no camera to use here. Type the numbers instead.';

/**
 * Shows the picture of the camera at the back, until it is stopped.
 * @param onCode called with every code in every picture
 * @returns when there are pictures
 * @throws Error with the reason in words, if there can be none
 */
export async function startCamera(video: HTMLVideoElement, onCode: (text: string) => void): Promise<void> {
  try {
    // Sharp enough for the barcode of a parcel that fills half of it.
    const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', ...size },
    });
    video.srcObject = stream;
    const [read] = await Promise.all([createCodeReader(), video.play()]);
    void watch(video, read, onCode);
  } catch (error) {
    stopCamera(video);
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new Error(isRefused ? REFUSED : MISSING);
  }
}

export function stopCamera(video: HTMLVideoElement): void {
  const stream = video.srcObject as MediaStream | null;
  for (const track of stream?.getTracks() ?? []) track.stop();
  video.srcObject = null;
}

async function watch(video: HTMLVideoElement, read: CodeReader, onCode: (text: string) => void) {
  while (video.srcObject !== null) {
    // A picture that cannot be read is followed by the next one.
    const codes = document.hidden ? [] : await read(video).catch(() => []);
    if (video.srcObject !== null) for (const code of codes) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
