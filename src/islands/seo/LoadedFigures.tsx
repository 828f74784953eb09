import type { ReactNode } from 'react';
import { SEO_FIGURES_FILE, type SeoFigures } from '#domain/seo-figures.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { FiguresState } from './use-checks.ts';

interface Props {
  readonly figures: FiguresState;
  readonly children: (figures: SeoFigures) => ReactNode;
}

/** The build's own figures once they are loaded; until then, or after a failure, a message. */
export function LoadedFigures({ figures, children }: Props) {
  if (figures.status === 'ready') return children(figures.value);
  if (figures.status === 'failed') {
    return (
      <p className="callout trouble">
        This build's own figures could not be read. The command <code>npm run build</code> writes them to{' '}
        <code>/{SEO_FIGURES_FILE}</code>; press Refresh Checks to try again.
      </p>
    );
  }
  if (figures.status === 'reading')
    return (
      <p>
        <Spinner /> Reading the figures...
      </p>
    );
  return (
    <noscript>
      <p>
        Showing them needs JavaScript. They are in this file:{' '}
        <a href={`/${SEO_FIGURES_FILE}`}>{SEO_FIGURES_FILE}</a>
      </p>
    </noscript>
  );
}
