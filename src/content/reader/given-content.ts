import type { Content } from './parse-content.ts';

/** Not in a module: Astro loads the modules of its pages, and its config, apart from those of the build. */
const KEY = Symbol.for('given-content');
const holder = globalThis as typeof globalThis & { [KEY]?: Content };

/** Gives the pages the content that has been read and checked: a build once, development after each change. */
export function giveContent(content: Content): void {
  holder[KEY] = content;
}

/** What pages are rendered from; undefined where none are, as while types are checked. */
export function findGivenContent(): Content | undefined {
  return holder[KEY];
}
