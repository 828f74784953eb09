import { type Html, html } from './html.ts';

/** What stands for a whole list that is empty: `styles/office.css` has its picture. */
export function renderEmptyList(heading: string, text: string): Html {
  return html`<div class="panel empty"><h2>${heading}</h2><p>${text}</p></div>`;
}
