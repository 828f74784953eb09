import { createHash } from 'node:crypto';

/** What Astro writes before the first island: the script of `client:reach`, and the runtime that all islands share. */
const SCRIPTS =
  /<script>((?:(?!<\/script>)[\s\S])*"astro:reach"(?:(?!<\/script>)[\s\S])*)<\/script><script>((?:(?!<\/script>)[\s\S])*customElements\.define\("astro-island"(?:(?!<\/script>)[\s\S])*)<\/script>/;

export interface DeferredIslands {
  readonly html: string;
  /** Astro's runtime as a file of the built site, where the page has need of it. */
  readonly runtime?: { readonly path: string; readonly script: string };
}

/**
 * Takes Astro's runtime of 1.5 kB out of a page whose islands all wait to be reached for: it becomes a file that is
 * fetched then, and what waits for that moves to the page's end, behind everything that is read.
 * @throws Error when Astro writes its scripts in another way than this knows
 */
export function deferIslands(html: string): DeferredIslands {
  const kinds = [...html.matchAll(/<astro-island [^>]*? client="(\w+)"/g)].map(([, kind]) => kind);
  if (kinds.length === 0 || kinds.some((kind) => kind !== 'reach')) return { html };
  const [scripts, directive, script] = SCRIPTS.exec(html) ?? [];
  if (scripts === undefined || script === undefined) {
    throw new Error(
      'A page has islands, but not the scripts that Astro used to write before the first of them.',
    );
  }
  const path = `_astro/islands.${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
  const deferred = `<script data-runtime="/${path}">${directive?.trim()}</script></body>`;
  return {
    html: html.replace(scripts, () => '').replace('</body>', () => deferred),
    runtime: { path, script },
  };
}
