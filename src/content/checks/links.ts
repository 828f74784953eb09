import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Content } from '../parse-content.ts';
import type { ContentProblem } from '../problems.ts';
import { type AnyEntry, allEntries, pagePaths, strings } from './entries.ts';

const DRAWINGS_DIR = fileURLToPath(new URL('../../drawings', import.meta.url));

/** Each link leads to a page, each picture to a drawing. */
export function checkLinks(content: Content): ContentProblem[] {
  const drawings = new Set(
    readdirSync(DRAWINGS_DIR).flatMap((file) => (file.endsWith('.svg') ? [file.slice(0, -4)] : [])),
  );
  const addresses = new Set([...pagePaths(content), ...content.redirects.map(({ data }) => data.from)]);
  return allEntries(content).flatMap((entry) => [
    ...checkDrawingsOf(entry, drawings),
    ...checkLinksOf(entry, addresses),
  ]);
}

function checkDrawingsOf(entry: AnyEntry, drawings: ReadonlySet<string>): ContentProblem[] {
  return [...strings(entry.data, entry.place)]
    .filter(([field]) => /(^|\.)(image|icon|shareImage)$/.test(field))
    .filter(([, name]) => !drawings.has(name))
    .map(([field, name]) => ({
      file: entry.file,
      field,
      found: `"${name}"`,
      wanted: 'the name of a drawing in src/drawings, without .svg',
    }));
}

function checkLinksOf(entry: AnyEntry, known: ReadonlySet<string>): ContentProblem[] {
  return [...strings(entry.data, entry.place)]
    .filter(([field, address]) => /(^|\.)href$/.test(field) && address.startsWith('/'))
    .filter(([, address]) => !known.has(address.replace(/[?#].*$/, '')))
    .map(([field, address]) => ({
      file: entry.file,
      field,
      found: `"${address}"`,
      wanted: `a page of the site: ${[...known].slice(0, 8).join(', ')}, …`,
    }));
}
