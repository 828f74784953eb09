import { COLLECTIONS, findCollection } from '#content/reader/collections.ts';

/**
 * What the editor calls a file: `Prices: Home page`, `Pages: Visit`, or `Redirects` where a collection is one file.
 * @param value its raw value; without it, or without a name in it, the file is called by its own name
 */
export function titleOfFile(file: string, value?: unknown): string {
  const name = findCollection(file);
  if (name === undefined) return file;
  const { title, files } = COLLECTIONS[name];
  if (files === file) return title;
  return `${title}: ${nameIn(value, title) ?? file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '')}`;
}

/** Without the title at its end: `Home page prices` is `Home page` among the prices. */
function nameIn(value: unknown, title: string): string | undefined {
  const { name, breadcrumb } = (value ?? {}) as { name?: unknown; breadcrumb?: unknown };
  const found = name ?? breadcrumb;
  if (typeof found !== 'string' || found === '') return undefined;
  const end = ` ${title.toLowerCase()}`;
  return found.toLowerCase().endsWith(end) ? found.slice(0, -end.length) : found;
}
