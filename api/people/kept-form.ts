import { z } from 'zod';
import { PAGES } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import { readOwnPath } from '../admin/require-admin.ts';
import type { Entries } from '../http/request-body.ts';

/** A form of the farm's own pages that was sent without the sign-in that it wants. It lives in the sign-in page only. */
export interface KeptForm {
  readonly path: string;
  readonly entries: Entries;
}

const FIELD = 'kept';
/** Of what the sign-in is sent: the form, or the page's own with the form in it. */
export const KEPT_LIMIT_BYTES = 96 * 1024;
/** As a field's value. The largest form of ours has half of it. */
const LONGEST_VALUE = 88 * 1024;
/** For a form above the limits. */
export const TOO_LONG_TO_KEEP =
  'What you entered is too long to be kept on this page, so nothing was saved. It’s still in your form: sign in in another tab, come back here, press your browser’s Back button, and send it again.';
/** Never in a page, wherever a form has one. */
const SECRETS = ['password', 'current'];

/** @returns null for a path that is not one of the farm's own pages */
export function keepForm(sentTo: string, entries: Entries): KeptForm | null {
  const path = readOwnPath(sentTo);
  if (path === undefined) return null;
  const kept = Object.entries(entries).filter(([name]) => !SECRETS.includes(name));
  return { path, entries: Object.fromEntries(kept) };
}

const keptSchema = z.object({ path: z.string(), entries: z.record(z.string(), z.string()) });

/** The kept form in what the sign-in page sends. */
export function readKeptForm(entries: Entries): KeptForm | null {
  try {
    const kept = keptSchema.parse(JSON.parse(Buffer.from(entries[FIELD] ?? '', 'base64url').toString()));
    return keepForm(kept.path, kept.entries);
  } catch {
    return null;
  }
}

/**
 * The kept form as the value of one field of the sign-in page: in base64, because whatever anybody sends would be five
 * times as long when it is escaped.
 * @returns undefined if it is too long
 */
export function writeKeptForm(kept: KeptForm): string | undefined {
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return value.length > LONGEST_VALUE ? undefined : value;
}

/** For the sign-in form. */
export function renderKeptField(kept: KeptForm): Html {
  return html`<input type="hidden" name="${FIELD}" value="${writeKeptForm(kept)}">`;
}

/** The page after signing in: a person sends the form again, and sees what is in it. */
export function renderKeptForm({ path, entries }: KeptForm, next: string): Html {
  // A form of the editor has every word of a file, hardly one of them typed.
  const words = path.startsWith(PAGES['admin/content'].path) ? [] : listWords(entries);
  return html`<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${path}">
<h2>You’re signed in again</h2>
<p>Nothing has been saved yet. ${words.length > 0 ? 'This is what you had entered.' : 'Everything you had entered is kept: send it now, and go on.'}</p>
${words.map((each) => html`<blockquote class="words">${each}</blockquote>`)}
${Object.entries(entries).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button" type="submit">Send it now</button>
<p><a href="${next}">Leave it, and open the page</a></p>
</form>
</div>`;
}

const TYPED = ['name', 'title', 'text', 'address'];

function listWords(entries: Entries): string[] {
  return TYPED.flatMap((name) => (entries[name]?.trim() ? [entries[name]] : []));
}
