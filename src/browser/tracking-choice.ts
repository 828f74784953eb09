import { CONSENT_KEY, OPT_OUT_KEY } from '#domain/analytics.ts';
import { readText, writeText } from './storage.ts';

/**
 * Whether this visitor is counted: `on`, `off` by the visitor's own choice, `browser` where the browser asks not to be
 * tracked, `closed` where the browser lets us keep no choice. To be asked after `count-visits.ts` has run.
 */
export type Counting = 'on' | 'off' | 'browser' | 'closed';

export function readCounting(): Counting {
  if (window.trackEvent === undefined) return 'browser';
  const optOut = readText('localStorage', OPT_OUT_KEY);
  if (optOut === undefined) return 'closed';
  return optOut === null ? 'on' : 'off';
}

/** @returns whether the browser keeps it */
export function setOptOut(isOut: boolean): boolean {
  return writeText('localStorage', OPT_OUT_KEY, isOut ? 'yes' : null);
}

/** What a visitor says to another company's statistics. */
export type Consent = 'accepted' | 'declined';

/** The visitor's answer; null while there is none. */
export function readConsent(): Consent | null {
  const consent = readText('localStorage', CONSENT_KEY);
  return consent === 'accepted' || consent === 'declined' ? consent : null;
}

/** @returns whether the browser keeps it */
export function setConsent(consent: Consent): boolean {
  return writeText('localStorage', CONSENT_KEY, consent);
}
