import type { ContentValues } from '#content/reader/read-files.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import type { DraftEntry } from '../draft.ts';
import { linkToFile, nameFile } from './file-names.ts';

const KINDS: Record<DraftEntry['kind'], string> = { new: 'New', changed: 'Changed', removed: 'Removed' };

/** Who has changed it, and when. */
export function sayWho({ kind, person, changedAt }: Pick<DraftEntry, 'kind' | 'person' | 'changedAt'>): Html {
  return html`${KINDS[kind]} by ${person}, ${renderLondonTime(changedAt)}`;
}

/** Who has changed which file, and when. */
export function renderDrafts(drafts: readonly DraftEntry[], values: ContentValues): Html {
  return html`<ul class="content-drafts plain">${drafts.map((draft) => {
    const { file, kind, isConflict } = draft;
    const name = nameFile(file, values);
    return html`<li><p>${kind === 'removed' ? html`<strong>${name}</strong>` : html`<a href="${linkToFile(file)}"><strong>${name}</strong></a>`}
<span class="hint">${sayWho(draft)}</span>
${isConflict && html`<strong class="content-conflict">Somebody has changed the same by hand</strong>`}</p></li>`;
  })}</ul>`;
}
