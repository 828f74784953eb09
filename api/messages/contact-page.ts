import { CONTACT_FORM_SLOT, type ContactFormState, renderContactForm } from '#domain/contact-form.ts';

/**
 * The built contact page with the form as it was sent, and what is wrong with it. Without a built page, which is so
 * in development alone, a bare page with the form.
 */
export function renderContactPage(builtPage: string | undefined, state: ContactFormState): string {
  const form = renderContactForm(state);
  const page = builtPage ?? BARE_PAGE;
  const start = page.indexOf(CONTACT_FORM_SLOT.start);
  const end = page.indexOf(CONTACT_FORM_SLOT.end);
  if (start < 0 || end < start) throw new Error('The built contact page has no place for the form.');
  const filled = page.slice(0, start) + form + page.slice(end + CONTACT_FORM_SLOT.end.length);
  // The title is what a screen reader says first.
  return filled.replace('<title>', '<title>Error: ');
}

const BARE_PAGE = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Contact us</title></head>
<body><main><h1>Contact us</h1>${CONTACT_FORM_SLOT.start}${CONTACT_FORM_SLOT.end}</main></body></html>`;
