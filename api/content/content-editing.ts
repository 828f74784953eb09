import { createContentDraft } from './files/draft.ts';
import { createContentHistory } from './publish/history.ts';
import { createPublisher, type PublisherDependencies } from './publish/publisher.ts';
import { reviewContent } from './publish/review.ts';

/** What the editor's pages need of the content. */
export type ContentEditing = ReturnType<typeof openContentEditing>;

/** Opens the content folder for editing. */
export function openContentEditing(folders: Omit<PublisherDependencies, 'draft' | 'history'>) {
  const draft = createContentDraft(folders);
  const history = createContentHistory(folders);
  const deps = { ...folders, draft, history };
  return {
    draft,
    history,
    publisher: createPublisher(deps),
    /** Absolute. */
    contentDir: folders.contentDir,
    /** What publishing would do now. @param files whose drafts it is about; all of them if it is undefined */
    review: async (files?: readonly string[]) => (await reviewContent(deps, files)).review,
  };
}
