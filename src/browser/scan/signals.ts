/** A sound and a vibration for somebody who looks at the box and not at the phone. */
export type ScanSignal = 'read' | 'sent' | 'stop';

const TONES: Record<ScanSignal, { readonly hertz: readonly number[]; readonly shake: readonly number[] }> = {
  read: { hertz: [880], shake: [40] },
  sent: { hertz: [880, 1320], shake: [80] },
  stop: { hertz: [220, 220, 220], shake: [250, 120, 250] },
};
const TONE_SECONDS = 0.12;

let context: AudioContext | undefined;

/** Call it when somebody presses a button: browsers allow no sound before. */
export function allowSound(): void {
  context ??= new AudioContext();
  void context.resume();
}

export function giveSignal(signal: ScanSignal): void {
  const { hertz, shake } = TONES[signal];
  navigator.vibrate?.([...shake]);
  if (context?.state !== 'running') return;
  const volume = context.createGain();
  volume.gain.value = 0.3;
  volume.connect(context.destination);
  hertz.forEach((frequency, index) => {
    const at = (context?.currentTime ?? 0) + index * TONE_SECONDS * 1.5;
    const tone = new OscillatorNode(context as AudioContext, { frequency, type: 'square' });
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  });
}
