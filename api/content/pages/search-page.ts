import { countOf } from '#domain/count.ts';
import { listQueryWords } from '#domain/search-words.ts';
import { type Html, html } from '#forms/html.ts';
import { renderSearchForm } from '#forms/search-form.ts';
import { CONTENT_PATH, fileUrl } from '../files/content-paths.ts';
import { controlId } from '../forms/find-part.ts';
import type { FoundFile } from '../publish/content-work.ts';

/** More in one file say no more. */
const MOST_FIELDS = 6;
const LONGEST_VALUE = 90;

/** The form that searches all content, without a script too. */
export function renderSearch(typed: string): Html {
  const path = CONTENT_PATH;
  return renderSearchForm({
    path,
    label: 'Search the content',
    hint: 'Price, day or words',
    typed,
    all: path,
  });
}

export function renderFound(found: readonly FoundFile[], typed: string): Html {
  const [query = ''] = listQueryWords(typed);
  if (found.length === 0) return html`<p role="status">Nothing was found for ‘${typed}’.</p>`;
  return html`<h2>${`Found in ${countOf(found.length, 'file')}`}</h2>
<ul class="stack plain">${found.map(({ file, title, fields }) => {
    const more = fields.length - MOST_FIELDS;
    return html`<li class="panel"><a href="${fileUrl(file)}"><strong>${title}</strong></a>
${fields.length > 0 && html`<ul>${fields.slice(0, MOST_FIELDS).map(({ name, value, path }) => html`<li><a href="${fileUrl(file)}&at=${path}#${controlId(path)}">${name}</a>: ${cut(value, query)}</li>`)}${more > 0 && html`<li>and ${more} more</li>`}</ul>`}</li>`;
  })}</ul>`;
}

/** A long text from shortly before the word. */
function cut(text: string, word: string): string {
  if (text.length <= LONGEST_VALUE) return text;
  const start = Math.max(0, text.toLowerCase().indexOf(word) - LONGEST_VALUE / 3);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST_VALUE).trim()}…`;
}
