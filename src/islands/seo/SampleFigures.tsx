import * as Progress from '@radix-ui/react-progress';
import { Tile } from './Panel.tsx';
import type { SeoStatus } from './use-checks.ts';

/** The maximum of a progress bar in section 9. */
const FASTEST = 100;

interface Props {
  readonly status: SeoStatus | null;
  /** Not visible yet, but its space is reserved. */
  readonly isAwaited: boolean;
  /** A check is running: its figures are missing, and the sitemap is pending. */
  readonly isRunning: boolean;
}

/** The fixed figures of section 9, each labelled as a sample. */
export function SampleFigures({ status, isAwaited, isRunning }: Props) {
  const shown = isRunning ? null : status;
  const sitemapStatus: SeoStatus['sitemapStatus'] = shown?.sitemapStatus ?? 'pending';
  return (
    <dl className={isAwaited ? 'tiles seo-tiles seo-awaited' : 'tiles seo-tiles'}>
      <Tile name="Indexed pages" isSample>
        {shown === null ? <Unknown /> : shown.indexedPages}
      </Tile>
      <Tile name="Sitemap" isSample>
        {{ pending: 'Pending', valid: 'Valid' }[sitemapStatus]}
      </Tile>
      <Tile name="Mobile friendly" isSample>
        {shown === null ? <Unknown /> : shown.mobileFriendly ? 'Yes' : 'No'}
      </Tile>
      <Tile name="Broken links" isSample>
        {shown === null ? <Unknown /> : shown.brokenLinks.length}
      </Tile>
      <Tile name="Page speed" isSample>
        {shown === null ? <Unknown /> : `${shown.pageSpeed} of ${FASTEST}`}
        {isAwaited ? <span className="seo-speed" /> : <SpeedBar speed={shown?.pageSpeed ?? null} />}
      </Tile>
    </dl>
  );
}

/** Drawn as SVG, because a width would need a style attribute, which the security policy forbids. */
function SpeedBar({ speed }: { readonly speed: number | null }) {
  return (
    <Progress.Root className="seo-speed" value={speed} max={FASTEST} aria-label="Page speed, sample">
      <Progress.Indicator asChild>
        <svg
          className="seo-speed-bar"
          viewBox={`0 0 ${FASTEST} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width={speed ?? 0} height="1" />
        </svg>
      </Progress.Indicator>
    </Progress.Root>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true">…</span>
      <span className="visually-hidden">not known yet</span>
    </>
  );
}
