/** What the counting of visits (section 7) shares between the pages, the browser and the service. */

export const EVENT_KINDS = ['view', 'click', 'search'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A page view, click or search, without what every event of a page has in common. */
export interface TrackedEvent {
  readonly kind: EventKind;
  readonly category?: string | undefined;
  readonly label?: string | undefined;
  readonly value?: string | number | undefined;
}

export const EVENTS_PATH = '/api/events';
/** The one region that section 7 knows. */
export const REGION = 'Somerset';
/** The service takes no longer words. */
export const LONGEST_WORDS = 100;
/** Nor a longer path. */
export const LONGEST_PATH = 200;

/** Where a browser keeps, in local storage, that its visitor is not to be counted. */
export const OPT_OUT_KEY = 'analytics-opt-out';
/** And what the visitor has said to another company's statistics, where the farm uses one. */
export const CONSENT_KEY = 'analytics-consent';

/**
 * What a click on a button counts as; undefined where it is not counted, because the page that it leads to is. Links to
 * telephones and mailboxes are known by their scheme instead.
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
  return names[href];
}
