interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Figures {
  readonly text: string;
  /** Of the described metrics. */
  readonly names: readonly string[];
  /** The figures of a name that have all these labels. */
  list(name: string, labels?: Record<string, string>): Figure[];
  /** The value of the only one of them. */
  find(name: string, labels?: Record<string, string>): number | undefined;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy;

/**
 * Reads the text form of Prometheus, version 0.0.4, and is stricter than it: every figure belongs to a metric that
 * was described before, and comes once.
 */
export function readFigures(text: string): Figures {
  const names: string[] = [];
  const figures: Figure[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const described = /^# (HELP|TYPE) (\S+) .+$/.exec(line);
    if (described) {
      if (described[1] === 'TYPE') names.push(described[2] ?? '');
      continue;
    }
    const [, name = '', labelText = '', value = ''] = LINE.exec(line) ?? [];
    const belongs = names.some((each) => name.replace(/_(bucket|sum|count)$/, '') === each || name === each);
    if (!belongs || Number.isNaN(Number(value.replace('Inf', 'Infinity'))))
      throw new Error(`Bad line: ${line}`);
    const labels = [...labelText.matchAll(LABEL)].map(([, key = '', content = '']) => [key, content]);
    const place = `${name}{${labelText}}`;
    if (seen.has(place)) throw new Error(`Twice: ${place}`);
    seen.add(place);
    figures.push({ name, labels: Object.fromEntries(labels), value: Number(value) });
  }
  const list: Figures['list'] = (name, labels = {}) =>
    figures.filter(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, content]) => each.labels[key] === content),
    );
  return {
    text,
    names,
    list,
    find(name, labels) {
      const found = list(name, labels);
      if (found.length > 1) throw new Error(`There are ${found.length} of ${name}`);
      return found[0]?.value;
    },
  };
}
