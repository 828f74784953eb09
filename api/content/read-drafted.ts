import { type ContentValues, listPhotographs, readFiles } from '#content/reader/read-files.ts';
import type { ContentDraft } from './draft.ts';

/** The whole content as drafted: raw records by file, and the photographs in images/. */
export interface DraftedContent {
  readonly values: ContentValues;
  readonly photographs: readonly string[];
}

export async function readDrafted(draft: ContentDraft): Promise<DraftedContent> {
  const [{ values }, photographs] = await draft.withFolder((folder) =>
    Promise.all([readFiles(folder), listPhotographs(folder)]),
  );
  return { values, photographs: photographs.sort() };
}
