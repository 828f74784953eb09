import { CONSENT_KEY, OPT_OUT_KEY } from '#domain/analytics.ts';
import { readText, writeText } from './storage.ts';

/**
 * Whether this visitor is counted: `on`; `off` by choice; `browser` if the browser asks not to be tracked; `closed` if
 * storage is unavailable. Read it after `count-visits.ts` has run.
 */
export type Counting = 'on' | 'off' | 'browser' | 'closed';

export function readCounting(): Counting {
  if (window.trackEvent === undefined) return 'browser';
  const optOut = readText('localStorage', OPT_OUT_KEY);
  if (optOut === undefined) return 'closed';
  return optOut === null ? 'on' : 'off';
}

/** @returns whether the browser stored it */
export function setOptOut(isOut: boolean): boolean {
  return writeText('localStorage', OPT_OUT_KEY, isOut ? 'yes' : null);
}

/** The answer to a third party's statistics. */
export type Consent = 'accepted' | 'declined';

/** Returns null without an answer. */
export function readConsent(): Consent | null {
  const consent = readText('localStorage', CONSENT_KEY);
  return consent === 'accepted' || consent === 'declined' ? consent : null;
}

/** @returns whether the browser stored it */
export function setConsent(consent: Consent): boolean {
  return writeText('localStorage', CONSENT_KEY, consent);
}
