import { isAnyTouched } from './form-entries.ts';

/**
 * Asks before a page of the farm's office is left while a form on it has something that was not sent. Phones do not ask
 * by themselves when a link is followed, so this does.
 */

const QUESTION = 'You haven’t saved what you’ve written here. Leave the page without it?';

const changed = new Set<HTMLFormElement>();
/** Whether somebody has answered the question with yes. */
let mayLeave = false;

function isAsked(form: HTMLFormElement): boolean {
  return form.closest('search, [role="search"], [method="get"], [data-nothing-to-lose]') === null;
}

/** @returns whether the page may be left; `sent` is the form that is on its way */
function ask(event: Event, sent?: EventTarget | null): void {
  const isUnsent = [...changed].some((form) => form !== sent && form.isConnected);
  mayLeave = !isUnsent || confirm(QUESTION);
  if (!mayLeave) event.preventDefault();
}

document.addEventListener('input', ({ target }) => {
  const { form } = target as HTMLInputElement;
  mayLeave = false;
  if (form && isAsked(form)) changed.add(form);
});

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!event.defaultPrevented && form.target === '') ask(event, form);
  // One that a script sends is prevented too, and shows by itself what became of it.
  if (mayLeave || event.defaultPrevented) changed.delete(form);
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  if (!link || isElsewhere || link.target !== '' || !link.protocol.startsWith('http')) return;
  const stays = link.hash !== '' && link.href.replace(/#.*/, '') === location.href.replace(/#.*/, '');
  if (!stays) ask(event);
});

addEventListener('beforeunload', (event) => {
  if (!mayLeave && [...changed].some((form) => form.isConnected)) event.preventDefault();
});

// A form that the service shows again was not saved; nor was what a browser has filled in again on the way back.
addEventListener('pageshow', () => {
  mayLeave = false;
  for (const form of document.forms) {
    const isShownAgain = form.querySelector('.summary') !== null || form.dataset.unsaved !== undefined;
    if (isAsked(form) && (isShownAgain || isAnyTouched(form))) changed.add(form);
  }
});
