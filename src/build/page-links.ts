/** What the links of a page need: where it leads, and where others can lead to in it. */
export interface PageLinks {
  /** As they are written, each once. */
  readonly links: readonly string[];
  /** The anchors: every `id`. */
  readonly ids: readonly string[];
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** In one pattern and in order, so that a tag spoken of in a script or a comment is not taken for one. */
const TAGS = new RegExp(
  `<!--[\\s\\S]*?-->|<(script|style|textarea|title)\\b(${ATTRIBUTES})>[\\s\\S]*?</\\1\\s*>|<[a-z](${ATTRIBUTES})>`,
  'gi',
);
const EACH_ATTRIBUTE = /\s([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
/** `data-embed` is what a facade loads at a click. */
const LINK_ATTRIBUTES = new Set(['href', 'src', 'poster', 'data-embed', 'xlink:href']);
/** Every other is passed over at once: a page has hundreds of classes. */
const TELLING_ATTRIBUTES = new Set([...LINK_ATTRIBUTES, 'id', 'srcset', 'content']);

/** Reads a page that our own build has made. */
export function readPageLinks(html: string): PageLinks {
  const links = new Set<string>();
  const ids = new Set<string>();
  for (const [, , ofBlock, ofTag] of html.matchAll(TAGS)) {
    for (const [, name = '', ...values] of (ofBlock ?? ofTag ?? '').matchAll(EACH_ATTRIBUTE)) {
      if (!TELLING_ATTRIBUTES.has(name)) continue;
      const value = decodeEntities(values.find((each) => each !== undefined) ?? '');
      if (name === 'id') ids.add(value);
      else if (LINK_ATTRIBUTES.has(name)) links.add(value.trim());
      else if (name === 'srcset') for (const each of readSourceSet(value)) links.add(each);
      // Tags for sharing name whole addresses; the others name no address at all.
      else if (/^https?:\/\/\S+$/.test(value)) links.add(value);
    }
  }
  return { links: [...links], ids: [...ids] };
}

/** The addresses that a sitemap lists. */
export function readSitemap(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => decodeEntities(address.trim()));
}

/** `a.avif 1x, b.avif 2x` without the sizes. */
function readSourceSet(value: string): string[] {
  return value.split(/,\s+/).flatMap((each) => each.trim().split(/\s+/)[0] || []);
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
