import type { ReadContent } from '#content/reader/read-content.ts';
import { contentAside } from './content-aside.ts';
import type { ContentDraft } from './draft.ts';

/** The whole content as drafted, and as far as it can be read; the photographs by name. */
export async function readDrafted(draft: ContentDraft): Promise<ReadContent> {
  const read = await draft.withFolder(contentAside.readContent);
  return { ...read, photographs: read.photographs.toSorted() };
}
