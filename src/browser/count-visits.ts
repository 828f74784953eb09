import { EVENTS_PATH, LONGEST_PATH, OPT_OUT_KEY, REGION, type TrackedEvent } from '#domain/analytics.ts';

/**
 * Counts visits and clicks on every page. It is inline, so that nothing waits for it. It imports constants only, which
 * the build inlines: sharing more with another script would create a file to request. Browsers that ask not to be
 * tracked get no `window.trackEvent`, which is how other scripts can tell.
 */

/**
 * The page's path as it was built. The URL that a visitor typed or followed may contain more, such as a name. A page
 * without one is not counted, as in the preview of the site.
 */
const { page = '' } = document.documentElement.dataset;
/** For a missing page, the requested path, because the farm can fix that. */
const path = page === '/404' ? location.pathname.slice(0, LONGEST_PATH) : page;
/** `/book-now` becomes `book_now`. */
const name = page.slice(1).replace(/\W/g, '_') || 'home';

function send(event: TrackedEvent): void {
  try {
    if (localStorage.getItem(OPT_OUT_KEY) !== null) return;
    navigator.sendBeacon(EVENTS_PATH, JSON.stringify({ ...event, path, region: REGION }));
  } catch {
    // Storage is unavailable. Visitors who cannot opt out are not counted.
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

if (page && navigator.doNotTrack !== '1' && !navigator.globalPrivacyControl) {
  window.trackEvent = send;
  // A prerendered page counts once it is shown. A page restored from the back/forward cache counts again.
  if (document.prerendering) document.addEventListener('prerenderingchange', countView, { once: true });
  else countView();
  addEventListener('pageshow', ({ persisted }) => persisted && countView());
  // In the capture phase, because a click on a facade removes its button.
  addEventListener('click', countClick, true);
}
