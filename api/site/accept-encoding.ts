export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The encoding to send, by RFC 9110 section 12.5.3: brotli before gzip before none among those
 * that the client accepts, its own weights first. Identity is what is left when nothing else fits, since the
 * RFC lets a server ignore the header rather than answer 406.
 * @param available the compressed forms that the file has
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  const weights = parseWeights(header);
  let best: Encoding = 'identity';
  // A client that names no weight for identity accepts it, but would rather have what it asked for.
  let bestWeight = weights.get('identity') ?? 0;
  for (const encoding of ['gzip', 'br'] as const) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > 0 && weight >= bestWeight && available.includes(encoding)) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Weights 0 to 1 by lower-case name. A weight that is no number counts as 0: the name is then not used. */
function parseWeights(header = ''): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight);
  }
  return weights;
}
