import type { ReadContent } from '#content/reader/read-content.ts';
import { runAside } from '../../process/aside.ts';
import type { ContentDraft } from '../files/draft.ts';
import type * as Work from './content-work.ts';

/** What is done with a whole content folder, in a thread aside. */
export const contentAside = runAside<typeof Work>(new URL('./content-work.ts', import.meta.url).href);

/** The whole content as drafted, and as far as it can be read. */
export function readDrafted(draft: ContentDraft): Promise<ReadContent> {
  return draft.withFolder(contentAside.readContent);
}
