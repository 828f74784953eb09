import { createHash } from 'node:crypto';

/** The facts about a built page that its policy depends on. */
export interface PageMarkup {
  /** `'sha256-…'` of each inline script. */
  readonly scriptHashes: readonly string[];
  /** `'sha256-…'` of each inline style. */
  readonly styleHashes: readonly string[];
  /** Origins of other hosts whose scripts the page loads: `https://tickets.example.com`. */
  readonly scriptOrigins: readonly string[];
  /** Sources of frames that a click opens: origins of other hosts, or `'self'` for a page of ours. */
  readonly frameSources: readonly string[];
  /** Origins whose statistics the page loads for visitors who accept. */
  readonly statisticsOrigins: readonly string[];
  /** Whether a script of the page puts the speculation rules into it. */
  readonly preparesPages: boolean;
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** One pattern for all blocks in order, so that the text `<style>` inside a script is not taken for a style. */
const BLOCKS = new RegExp(`<!--[\\s\\S]*?-->|<(script|style)\\b(${ATTRIBUTES})>([\\s\\S]*?)</\\1\\s*>`, 'gi');
const EMBEDS = /\sdata-embed="([^"]*)"/g;
const STATISTICS = /\sdata-analytics-script="([^"]*)"/g;
const PREPARES_PAGES = /<body data-keep-pages="/;
/** Data blocks, which policies do not cover. */
const DATA_TYPES = ['application/ld+json', 'application/json'];

/**
 * Reads a page of our own build. Never pass it text from a visitor: its scripts would be allowed to run.
 */
export function readPageMarkup(html: string): PageMarkup {
  const scriptHashes = new Set<string>();
  const styleHashes = new Set<string>();
  const scriptOrigins = new Set<string>();
  for (const [, tag, attributes = '', content = ''] of html.matchAll(BLOCKS)) {
    if (tag === undefined) continue;
    if (tag.toLowerCase() === 'style') styleHashes.add(hashInline(content));
    else {
      const source = readAttribute(attributes, 'src');
      if (source === undefined) {
        if (!DATA_TYPES.includes(readAttribute(attributes, 'type') ?? ''))
          scriptHashes.add(hashInline(content));
      } else if (sourceOf(source) !== "'self'") scriptOrigins.add(sourceOf(source));
    }
  }
  return {
    scriptHashes: [...scriptHashes],
    styleHashes: [...styleHashes],
    scriptOrigins: [...scriptOrigins],
    frameSources: readSources(html, EMBEDS),
    statisticsOrigins: readSources(html, STATISTICS),
    preparesPages: PREPARES_PAGES.test(html),
  };
}

function readSources(html: string, attribute: RegExp): string[] {
  return [...new Set([...html.matchAll(attribute)].map(([, url = '']) => sourceOf(url)))];
}

/** The policy's `'sha256-…'` for an inline script or style. HTML parsers turn every line break into a line feed. */
export function hashInline(content: string): string {
  const text = content.replace(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function readAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function sourceOf(url: string): string {
  return URL.parse(url)?.origin ?? "'self'";
}
