/** Constants and types of visit statistics that pages, browser and service share (section 7). */

export const EVENT_KINDS = ['view', 'click', 'search'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

/** A page view, click or search, without the fields that every event of a page shares. */
export interface TrackedEvent {
  readonly kind: EventKind;
  readonly category?: string | undefined;
  readonly label?: string | undefined;
  readonly value?: string | number | undefined;
}

export const EVENTS_PATH = '/api/events';
/** The only region in section 7. */
export const REGION = 'Somerset';
/** The service accepts no longer labels. */
export const LONGEST_WORDS = 100;
/** The service accepts no longer paths. */
export const LONGEST_PATH = 200;

/** The local storage key of the opt-out. */
export const OPT_OUT_KEY = 'analytics-opt-out';
/** The local storage key of the answer to a third party's statistics. */
export const CONSENT_KEY = 'analytics-consent';

/**
 * The name under which a click on a button is counted; undefined if it is not counted, because the page behind it is.
 * Phone and e-mail links are recognised by their scheme instead.
 */
export function nameButton(
  href: string,
  links: Readonly<Record<'directions' | 'directionsAlternative' | 'tickets' | 'video', string>>,
): string | undefined {
  const names: Record<string, string> = {
    '/contact': 'contact',
    '/contact-us': 'contact',
    '/pick-your-own': 'pick_your_own',
    [links.directions]: 'directions',
    [links.directionsAlternative]: 'directions',
    [links.tickets]: 'tickets',
    [links.video]: 'video',
  };
  // What a link within the site is about is not counted.
  return names[href.startsWith('/') ? href.replace(/\?.*/, '') : href];
}
