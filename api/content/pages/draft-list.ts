import type { ContentValues } from '#content/reader/read-files.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import type { DraftEntry } from '../draft.ts';
import { linkToFile, nameFile } from './file-names.ts';

const KINDS: Record<DraftEntry['kind'], string> = { new: 'New', changed: 'Changed', removed: 'Removed' };

/** Who has changed which file, and when. */
export function renderDrafts(
  drafts: readonly DraftEntry[],
  values: ContentValues,
  renderMore: (draft: DraftEntry) => Html | null = () => null,
): Html {
  return html`<ul class="content-drafts plain">${drafts.map((draft) => {
    const { file, kind, person, changedAt, isConflict } = draft;
    const name = nameFile(file, values);
    return html`<li><p>${kind === 'removed' ? html`<strong>${name}</strong>` : html`<a href="${linkToFile(file)}"><strong>${name}</strong></a>`}
<span class="hint">${KINDS[kind]} by ${person}, ${renderLondonTime(changedAt)}</span>
${isConflict && html`<strong class="content-conflict">The file itself was changed too</strong>`}</p>${renderMore(draft)}</li>`;
  })}</ul>`;
}
