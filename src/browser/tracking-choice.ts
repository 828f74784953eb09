import { CONSENT_KEY, OPT_OUT_KEY } from '#domain/analytics.ts';

/**
 * Whether this visitor is counted: `on`, `off` by the visitor's own choice, `browser` where the browser asks not to be
 * tracked, `closed` where the browser lets us keep no choice. To be asked after `count-visits.ts` has run.
 */
export type Counting = 'on' | 'off' | 'browser' | 'closed';

export function readCounting(): Counting {
  if (window.trackEvent === undefined) return 'browser';
  try {
    return localStorage.getItem(OPT_OUT_KEY) === null ? 'on' : 'off';
  } catch {
    return 'closed';
  }
}

/** @throws DOMException when the browser does not keep it */
export function setOptOut(isOut: boolean): void {
  if (isOut) localStorage.setItem(OPT_OUT_KEY, 'yes');
  else localStorage.removeItem(OPT_OUT_KEY);
}

/** What a visitor says to another company's statistics. */
export type Consent = 'accepted' | 'declined';

/** The visitor's answer; null while there is none. */
export function readConsent(): Consent | null {
  try {
    const consent = localStorage.getItem(CONSENT_KEY);
    return consent === 'accepted' || consent === 'declined' ? consent : null;
  } catch {
    return null;
  }
}

/** @throws DOMException when the browser does not keep it */
export function setConsent(consent: Consent): void {
  localStorage.setItem(CONSENT_KEY, consent);
}
