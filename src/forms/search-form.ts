import { type Html, html } from './html.ts';

/** Longer searches are cut. */
export const LONGEST_QUERY = 100;

interface SearchForm {
  /** The list that it searches. */
  readonly path: string;
  readonly label: string;
  /** In the empty field, short enough for a phone. */
  readonly hint: string;
  readonly typed: string;
  readonly hidden?: Html;
  /** To the list without the search. */
  readonly all?: string;
}

/** A search of the farm's own pages. */
export function renderSearchForm({ path, label, hint, typed, hidden, all }: SearchForm): Html {
  return html`<search><form class="form search" method="get" action="${path}">${hidden}<div class="field"><label for="q">${label}</label><input id="q" type="search" name="q" maxlength="${LONGEST_QUERY}" autocomplete="off" spellcheck="false" placeholder="${hint}" value="${typed}"></div><button class="button quiet" type="submit">Search</button>${all !== undefined && typed !== '' && html`<a class="button quiet" href="${all}">Clear the search</a>`}</form></search>`;
}
