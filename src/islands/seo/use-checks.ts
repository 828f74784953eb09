import { useCallback, useEffect, useState } from 'react';
import { SEO_FIGURES_FILE, type SeoFigures } from '#domain/seo-figures.ts';
import { callApiForJson } from '../../browser/api-client.ts';

/** `waiting` is the state of the built page, before any script runs. */
export interface CheckState {
  readonly phase: 'waiting' | 'running' | 'finished';
  readonly status: SeoStatus | null;
  readonly checkedAt: Date | null;
}

/** The build's own figures. A new request keeps the last ones until it finishes. */
export type FiguresState =
  | { readonly status: 'waiting' | 'reading' | 'failed' }
  | { readonly status: 'ready'; readonly value: SeoFigures };

export interface Checks {
  readonly state: CheckState;
  readonly figures: FiguresState;
  /** Runs both again; ignored while they run. */
  readonly refresh: () => void;
}

/** The simulated check of section 9, and a request for the figures that the build has written. */
export function useChecks(): Checks {
  const [state, setState] = useState<CheckState>({ phase: 'waiting', status: null, checkedAt: null });
  const [figures, setFigures] = useState<FiguresState>({ status: 'waiting' });
  const [run, setRun] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another run is what runs this again.
  useEffect(() => {
    const stopped = new AbortController();
    setState((before) => ({ ...before, phase: 'running' }));
    const timer = setTimeout(
      () => setState({ phase: 'finished', status: SAMPLE_STATUS, checkedAt: new Date() }),
      CHECK_DELAY_MS,
    );
    setFigures((before) => (before.status === 'ready' ? before : { status: 'reading' }));
    readFigures(stopped.signal).then((next) => {
      if (!stopped.signal.aborted) setFigures(next);
    });
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [run]);
  const isRunning = state.phase === 'running';
  const refresh = useCallback(() => {
    if (isRunning) return;
    // Not only in the effect, because a second click may come before it.
    setState((before) => ({ ...before, phase: 'running' }));
    setRun((before) => before + 1);
  }, [isRunning]);
  return { state, figures, refresh };
}

async function readFigures(signal: AbortSignal): Promise<FiguresState> {
  try {
    const value = await callApiForJson<SeoFigures>({
      method: 'GET',
      url: `/${SEO_FIGURES_FILE}`,
      // A newer build may have replaced the cached one.
      cache: 'no-cache',
      signal,
    });
    return { status: 'ready', value };
  } catch {
    return { status: 'failed' };
  }
}

/** SEO status of section 3. Its redirects are real: the Redirects tab shows those of the website. */
export interface SeoStatus {
  readonly indexedPages: number;
  readonly sitemapStatus: 'pending' | 'valid';
  readonly mobileFriendly: boolean;
  /** Out of 100. */
  readonly pageSpeed: number;
  readonly brokenLinks: readonly string[];
}

/** Section 9: the delay of the simulated check, and its figures. */
export const CHECK_DELAY_MS = 2000;
export const SAMPLE_STATUS: SeoStatus = {
  indexedPages: 12,
  sitemapStatus: 'valid',
  mobileFriendly: true,
  pageSpeed: 87,
  brokenLinks: [],
};
