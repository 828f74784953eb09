import { EVENTS_PATH, LONGEST_PATH, OPT_OUT_KEY, REGION, type TrackedEvent } from '#domain/analytics.ts';

/**
 * The script of every page that counts visits and clicks. It stands in the HTML itself, so nothing waits for it, and
 * imports constants only, which the build writes in: whatever it shared with another script would become a file to ask
 * for. A browser that asks not to be tracked gets no `window.trackEvent`, and that is how other scripts know.
 */

/** The page's address as it was built: what a visitor has typed or followed may hold more, such as a name. */
const { page = '' } = document.documentElement.dataset;
/** Of a page that is not there, the address asked for, because that is what the farm can mend. */
const path = page === '/404' ? location.pathname.slice(0, LONGEST_PATH) : page;
/** `/book-now` is `book_now`. */
const name = page.slice(1).replace(/\W/g, '_') || 'home';

function send(event: TrackedEvent): void {
  try {
    if (localStorage.getItem(OPT_OUT_KEY) !== null) return;
    navigator.sendBeacon(EVENTS_PATH, JSON.stringify({ ...event, path, region: REGION }));
  } catch {
    // Storage is closed to us. A visitor who could not opt out is not counted.
  }
}

function countView(): void {
  send({ kind: 'view', label: name });
}

function countClick({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>(
    '[data-event],[href^="tel:"],[href^="mailto:"]',
  );
  if (link === null) return;
  const label = link.dataset.event ?? (link.protocol === 'tel:' ? 'phone' : 'email');
  const part = link.closest('[id],header,footer');
  send({ kind: 'click', category: name, label, value: part?.id || part?.localName });
}

if (navigator.doNotTrack !== '1' && !navigator.globalPrivacyControl) {
  window.trackEvent = send;
  // A page that was fetched ahead is counted when it is shown, and one that is taken out of the browser's cache again.
  if (document.prerendering) document.addEventListener('prerenderingchange', countView, { once: true });
  else countView();
  addEventListener('pageshow', ({ persisted }) => persisted && countView());
  // While it goes down, because a click on a facade takes its button out of the page.
  addEventListener('click', countClick, true);
}
