/** A text from one instant to the next. */
interface Run {
  readonly text: string;
  readonly from: Date;
}

/**
 * What `opening-today-inline.js` needs to find the text of an instant. The build does everything that is about days and
 * clocks, so that the browser only has to count minutes.
 */
export interface Timetable {
  /** The first change, in minutes since 1970: a shorter script reads it than an instant in words. */
  readonly from: string;
  /**
   * How many minutes each text holds, and its key: `0a 540b 450c a`. The first text holds until `from`, the last one for
   * ever.
   */
  readonly times: string;
  /** The texts by their keys. */
  readonly texts: Readonly<Record<string, string>>;
}

const MINUTE_MS = 60_000;

/**
 * The texts that `describe` gives at all times.
 * @param changes every instant at which the text may change, in order; at least one
 * @param show what to show for each of these texts, if it is not the text itself
 */
export function makeTimetable(
  changes: readonly Date[],
  describe: (instant: Date) => string,
  show: (instant: Date) => string = describe,
): Timetable {
  const [first = new Date(0)] = changes;
  const runs: Run[] = [];
  for (const from of [new Date(first.getTime() - 1), ...changes]) {
    const text = describe(from);
    if (text !== runs.at(-1)?.text) runs.push({ text, from });
  }
  const start = runs[1]?.from ?? first;
  const keys = new Map<string, string>();
  const texts: Record<string, string> = {};
  for (const { text, from } of runs) {
    if (keys.has(text)) continue;
    const key = nameKey(keys.size);
    keys.set(text, key);
    texts[key] = show(from);
  }
  const times = runs.map(({ text, from }, index) => {
    const next = runs[index + 1]?.from;
    const minutes = index === 0 ? 0 : next && (next.getTime() - from.getTime()) / MINUTE_MS;
    return `${next === undefined ? '' : minutes}${keys.get(text)}`;
  });
  return { from: countMinutes(start), times: times.join(' '), texts };
}

/** `a` to `z`, `aa` to `zz`: the name of an attribute for each text. A closed day a week needs a text for each. */
function nameKey(index: number): string {
  return String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26));
}

/** An instant in minutes since 1970. */
export function countMinutes(instant: Date): string {
  return String(instant.getTime() / MINUTE_MS);
}
