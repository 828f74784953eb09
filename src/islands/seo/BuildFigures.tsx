import { type BrokenLink, LINK_PROBLEMS, type SeoFigures } from '#domain/seo-figures.ts';
import { formatKilobytes } from './kilobytes.ts';
import { Tile } from './Tile.tsx';
import type { FiguresState } from './use-checks.ts';
import { LoadedFigures } from './LoadedFigures.tsx';

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
