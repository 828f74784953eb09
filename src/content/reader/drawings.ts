import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DRAWINGS_DIR = new URL('../../drawings/', import.meta.url);

/** The names of all drawings, without `.svg`. */
export function listDrawings(): string[] {
  return readdirSync(fileURLToPath(DRAWINGS_DIR)).flatMap((file) =>
    file.endsWith('.svg') ? [file.slice(0, -4)] : [],
  );
}

/** @returns undefined if there is no drawing of that name */
export async function readDrawing(name: string): Promise<string | undefined> {
  return listDrawings().includes(name) ? readFile(new URL(`${name}.svg`, DRAWINGS_DIR), 'utf8') : undefined;
}
