/** What a visitor has done (section 7). */
export interface TrackedEvent {
  readonly kind: 'view' | 'click' | 'search';
  readonly category?: string;
  readonly label?: string;
  readonly value?: string | number;
}

/** Tells the service of it, unless the visitor's browser asks not to be tracked. Nobody waits for an answer. */
export function trackEvent(event: TrackedEvent): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (doNotTrack === '1' || globalPrivacyControl === true) return;
  navigator.sendBeacon('/api/events', JSON.stringify({ ...event, path: location.pathname }));
}
