import { type ContentDraft, createContentDraft } from './files/draft.ts';
import { type ContentHistory, createContentHistory } from './publish/history.ts';
import { createPublisher, type Publisher, type PublisherDependencies } from './publish/publisher.ts';
import { type ContentReview, reviewContent } from './publish/review.ts';

/** What the editor's pages need of the content. */
export interface ContentEditing {
  readonly draft: ContentDraft;
  /** Absolute. */
  readonly contentDir: string;
  /** What publishing would do now. @param files whose drafts it is about; all of them if it is undefined */
  review(files?: readonly string[]): Promise<ContentReview>;
  readonly publisher: Publisher;
  readonly history: ContentHistory;
}

export interface ContentEditingDependencies
  extends Pick<PublisherDependencies, 'log' | 'buildProgram' | 'refreshSite'> {
  readonly contentDir: string;
  readonly dataDir: string;
  /** Of the published site. If undefined, as in many tests, nothing can be published. */
  readonly distDir: string | undefined;
  readonly clock: () => Date;
}

/** Opens the content folder for editing. */
export function openContentEditing(deps: ContentEditingDependencies): ContentEditing {
  const draft = createContentDraft(deps);
  const history = createContentHistory(deps);
  return {
    draft,
    contentDir: deps.contentDir,
    review: async (files) => (await reviewContent({ ...deps, draft }, files)).review,
    publisher: createPublisher({ ...deps, draft, history }),
    history,
  };
}
