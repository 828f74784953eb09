import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type ContentDraft, createContentDraft } from './draft.ts';

/** What the editor's pages need of the content. */
export interface ContentEditing {
  readonly draft: ContentDraft;
  /** Absolute. */
  readonly contentDir: string;
}

export interface ContentEditingDependencies {
  readonly db: Kysely<Database>;
  readonly contentDir: string;
  readonly dataDir: string;
  readonly clock: () => Date;
}

/** Opens the content folder for editing. */
export function openContentEditing(deps: ContentEditingDependencies): ContentEditing {
  return { draft: createContentDraft(deps), contentDir: deps.contentDir };
}
