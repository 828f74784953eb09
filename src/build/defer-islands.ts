import { createHash } from 'node:crypto';

/** What Astro writes before the first island: the script of `client:reach`, and the runtime that all islands share. */
const SCRIPTS =
  /<script>((?:(?!<\/script>)[\s\S])*"astro:reach"(?:(?!<\/script>)[\s\S])*)<\/script><script>((?:(?!<\/script>)[\s\S])*customElements\.define\("astro-island"(?:(?!<\/script>)[\s\S])*)<\/script>/;

/** Begins the script that waits until an island is reached for, and names what it fetches then. */
const WAITING = '<script data-runtime="';

export interface Deferred {
  readonly html: string;
  /** What the page fetches once somebody reaches for an island; none where nothing waits for that. */
  readonly file?: { readonly path: string; readonly text: string };
}

/**
 * Takes Astro's runtime of 1.5 kB out of a page whose islands all wait to be reached for: it becomes a file that is
 * fetched then, and what waits for that moves to the page's end, behind everything that is read.
 * @throws Error when Astro writes its scripts in another way than this knows
 */
export function deferIslands(html: string): Deferred {
  const kinds = [...html.matchAll(/<astro-island [^>]*? client="(\w+)"/g)].map(([, kind]) => kind);
  if (kinds.length === 0 || kinds.some((kind) => kind !== 'reach')) return { html };
  const [scripts, directive, script] = SCRIPTS.exec(html) ?? [];
  if (scripts === undefined || script === undefined) {
    throw new Error(
      'A page has islands, but not the scripts that Astro used to write before the first of them.',
    );
  }
  const file = { path: namePath('islands', script, 'js'), text: script };
  const deferred = `${WAITING}/${file.path}">${directive?.trim()}</script></body>`;
  return { html: html.replace(scripts, () => '').replace('</body>', () => deferred), file };
}

/** Whether a page has islands that `deferIslands` has made wait. */
export function waitsForReach(html: string): boolean {
  return html.includes(WAITING);
}

/** Has a page whose islands are deferred fetch these styles with them. */
export function deferStyles(html: string, styles: string): Deferred {
  const file = { path: namePath('styles', styles, 'css'), text: styles };
  return { html: html.replace(WAITING, `<script data-styles="/${file.path}" data-runtime="`), file };
}

/** Where a file of the site stands for good, because its name changes with what is in it. */
function namePath(name: string, content: string, extension: string): string {
  return `_astro/${name}.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.${extension}`;
}
