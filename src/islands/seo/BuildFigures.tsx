import { type ReactNode, useState } from 'react';
import { formatCount } from '#domain/count.ts';
import {
  type BrokenLink,
  LINK_PROBLEMS,
  type PageWeight,
  SEO_FIGURES_FILE,
  type SeoFigures,
} from '#domain/seo-figures.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Tile } from './Panel.tsx';
import type { FiguresState } from './use-checks.ts';

/** How many pages with a broken link are named; the rest are counted. */
const PAGES_NAMED = 3;

/** The figures that the build has measured itself. */
export function BuildFigures({ figures }: { readonly figures: FiguresState }) {
  return <LoadedFigures figures={figures}>{(value) => <Figures figures={value} />}</LoadedFigures>;
}

function Figures({
  figures: { sitemapPages, redirects, brokenLinks, pageWeights },
}: {
  readonly figures: SeoFigures;
}) {
  const working = redirects.filter(({ problem }) => problem === undefined);
  const total = pageWeights.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <dl className="tiles seo-tiles">
        <Tile name="Pages in the sitemap">{sitemapPages}</Tile>
        <Tile name="Redirects that arrive">
          {working.length} of {redirects.length}
        </Tile>
        <Tile name="Broken links">{brokenLinks.length}</Tile>
        <Tile name="Pages built">{pageWeights.length}</Tile>
        <Tile name="All pages together">{formatKilobytes(total)}</Tile>
      </dl>
      {brokenLinks.length > 0 && (
        <ul className="seo-broken" aria-label="Broken links">
          {brokenLinks.map((link) => (
            <li key={link.address}>{describeBrokenLink(link)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function describeBrokenLink({ address, problem, pages }: BrokenLink) {
  const more = pages.length - PAGES_NAMED;
  return (
    <>
      <code>{address}</code>: {LINK_PROBLEMS[problem]}. Linked from {pages.slice(0, PAGES_NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </>
  );
}

/** How many rows are shown at first. */
const FIRST_SHOWN = 10;

/** The transfer size of each page, the heaviest first. */
export function PageWeights({ figures }: { readonly figures: FiguresState }) {
  return (
    <LoadedFigures figures={figures}>
      {({ pageWeights }) => <WeightTable weights={pageWeights} />}
    </LoadedFigures>
  );
}

function WeightTable({ weights }: { readonly weights: readonly PageWeight[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? weights : weights.slice(0, FIRST_SHOWN);
  const heaviest = weights[0]?.bytes ?? 1;
  return (
    <>
      <table className="seo-table seo-weights">
        <caption className="visually-hidden">Page weights</caption>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">HTML as sent</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ page, bytes }) => (
            <tr key={page}>
              <th scope="row">
                <code>{page}</code>
              </th>
              <td>
                {formatKilobytes(bytes)}
                <svg className="seo-bar-of" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(bytes / heaviest) * 100} height="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {weights.length > FIRST_SHOWN && (
        <button
          type="button"
          className="button quiet"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the ${FIRST_SHOWN} heaviest` : `Show all ${weights.length} pages`}
        </button>
      )}
    </>
  );
}

interface Props {
  readonly figures: FiguresState;
  readonly children: (figures: SeoFigures) => ReactNode;
}

/** The build's own figures once they are loaded; until then, or after a failure, a message. */
function LoadedFigures({ figures, children }: Props) {
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
        They need JavaScript to be shown here. They are also in this file:{' '}
        <a href={`/${SEO_FIGURES_FILE}`}>{SEO_FIGURES_FILE}</a>
      </p>
    </noscript>
  );
}

/** Bytes for people: `14.0 kB`, of a thousand bytes each. */
function formatKilobytes(bytes: number): string {
  const tenths = Math.round(bytes / 100);
  return `${formatCount(Math.floor(tenths / 10))}.${tenths % 10} kB`;
}
