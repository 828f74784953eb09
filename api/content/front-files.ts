import { matchesGlob } from 'node:path';
import { decodeText } from '#content/reader/decode-text.ts';
import { parseSource } from '#content/reader/parse-source.ts';
import { listContentFiles, readContentFile } from './content-folder.ts';
import { fileUrl } from './content-paths.ts';
import { FRONT_FILES, type LinkGroup } from './front-door.ts';

/** The files that are changed most, by what their records are called. */
export async function listFrontFiles(contentDir: string): Promise<LinkGroup[]> {
  const all = await listContentFiles(contentDir);
  return Promise.all(
    FRONT_FILES.map(async ({ label, files, more = [] }) => {
      const names = all.filter((file) => matchesGlob(file, files));
      const links = names.map(async (file) => ({
        label: (await readName(contentDir, file)) ?? label,
        href: fileUrl(file),
      }));
      return { label, links: [...(await Promise.all(links)), ...more] };
    }),
  );
}

/** @returns undefined for a file without a name, or with a mistake */
async function readName(contentDir: string, file: string): Promise<string | undefined> {
  try {
    const bytes = await readContentFile(contentDir, file);
    const { name } = parseSource(file, decodeText(bytes ?? new Uint8Array())) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
