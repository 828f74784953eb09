import { useEffect, useRef, useState } from 'react';
import { createCodeReader } from '../../browser/code-reader.ts';

interface CameraProps {
  /** Called with every code in every picture. */
  readonly onCode: (text: string) => void;
  /** Called once if there can be no pictures, with the reason. */
  readonly onFailure: (reason: string) => void;
}

/** Between two pictures, so that the phone stays cool. */
const PAUSE_MS = 100;
const REFUSED = 'This page may not use the camera. Allow it in the browser’s settings, or type the numbers.';
const MISSING = 'There is no camera to use here. Type the numbers instead.';

/** The picture of the camera at the back. */
export function Camera({ onCode, onFailure }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const handlers = useRef({ onCode, onFailure });
  handlers.current = { onCode, onFailure };

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const watch = async () => {
      // Sharp enough for the barcode of a parcel that fills half of it.
      const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', ...size } });
      if (isOver || !video.current) return stopAll(stream);
      video.current.srcObject = stream;
      const [read] = await Promise.all([createCodeReader(), video.current.play()]);
      setReady(true);
      while (!isOver) {
        // A picture that cannot be read is followed by the next one.
        const codes = document.hidden ? [] : await read(video.current).catch(() => []);
        if (!isOver) for (const code of codes) handlers.current.onCode(code);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    watch().catch((error) => {
      if (isOver) return;
      handlers.current.onFailure(
        error instanceof DOMException && error.name === 'NotAllowedError' ? REFUSED : MISSING,
      );
    });
    return () => {
      isOver = true;
      if (stream) stopAll(stream);
    };
  }, []);

  return (
    <div className="scan-camera">
      <video ref={video} muted playsInline />
      {!isReady && <p role="status">Starting the camera...</p>}
    </div>
  );
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
