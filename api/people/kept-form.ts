import { SIGNED_IN_PATHS } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import type { Entries } from '../http/request-body.ts';

/** A form of the farm's own pages that was sent without the sign-in that it wants. It lives in the sign-in page only. */
export interface KeptForm {
  /** Where it was sent. */
  readonly path: string;
  readonly entries: Entries;
}

const PATH_FIELD = 'kept-path';
/** Before the name of each of its fields, so that none is taken for one of the sign-in. */
const PREFIX = 'kept.';
/** Never in a page, wherever a form has one. */
const SECRETS = ['password', 'current'];

/** @returns null for a path that is not one of the farm's own pages */
export function keepForm(path: string | undefined, entries: Entries): KeptForm | null {
  // As it is written and as a browser reads it, which resolves `..`.
  if (path === undefined || !isOwn(path) || !isOwn(new URL(path, 'http://localhost').pathname)) return null;
  const kept = Object.entries(entries).filter(([name]) => !SECRETS.includes(name));
  return { path, entries: Object.fromEntries(kept) };
}

function isOwn(path: string): boolean {
  return SIGNED_IN_PATHS.some((page) => path === page || path.startsWith(`${page}/`));
}

/** The kept form in what the sign-in page sends. */
export function readKeptForm(entries: Entries): KeptForm | null {
  const kept = Object.entries(entries).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value] as const] : [],
  );
  return keepForm(entries[PATH_FIELD], Object.fromEntries(kept));
}

/** For the sign-in form. */
export function renderKeptFields({ path, entries }: KeptForm): Html {
  return html`<input type="hidden" name="${PATH_FIELD}" value="${path}">${renderEntries(entries, PREFIX)}`;
}

/** The page after signing in: a person sends the form again, and sees what is in it. */
export function renderKeptForm({ path, entries }: KeptForm, next: string): Html {
  return html`<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${path}">
<h2>You are signed in again</h2>
<p>Nothing has been saved yet. This is what you had entered.</p>
${listWords(entries).map((words) => html`<blockquote class="admin-words">${words}</blockquote>`)}
${renderEntries(entries, '')}
<button class="button" type="submit">Send it now</button>
<p><a href="${next}">Leave it, and open the page</a></p>
</form>
</div>`;
}

function renderEntries(entries: Entries, prefix: string): Html[] {
  return Object.entries(entries).map(
    ([name, value]) => html`<input type="hidden" name="${prefix}${name}" value="${value}">`,
  );
}

/** The fields that people type into. */
const TYPED = ['name', 'title', 'text', 'address'];

function listWords(entries: Entries): string[] {
  return TYPED.flatMap((name) => (entries[name]?.trim() ? [entries[name]] : []));
}
