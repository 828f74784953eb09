import { encode } from 'uqr';
import { type Html, html } from '#forms/html.ts';

/** The quiet zone that the standard wants on each side, in modules. */
const QUIET_MODULES = 4;

/** A QR code as a drawing that fills its box; a quarter of it may be torn or wet. */
export function renderQrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET_MODULES });
  const path = data.flatMap((row, y) =>
    findRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of ${text}" shape-rendering="crispEdges"><path d="${path.join('')}"/></svg>`;
}

/** Where dark modules begin in a row, and how many follow each other. */
function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const run = runs.at(-1);
    if (!isDark) return;
    if (run && run[0] + run[1] === x) run[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
