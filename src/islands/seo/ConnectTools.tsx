import { useState } from 'react';

interface Props {
  /** For a search console: https://www.example.com/sitemap-index.xml */
  readonly sitemapUrl: string;
  /** Whether content/farm.json names an analytics tool. */
  readonly hasAnalytics: boolean;
}

/**
 * The two buttons of section 2, which specifies no behaviour for them. Neither tool can be connected from a page, so
 * each button explains where to do it.
 */
export function ConnectTools({ sitemapUrl, hasAnalytics }: Props) {
  const [asked, setAsked] = useState<'search-console' | 'analytics' | null>(null);
  return (
    <>
      <p className="actions">
        <button type="button" className="button quiet" onClick={() => setAsked('search-console')}>
          Connect a search-console tool
        </button>
        <button type="button" className="button quiet" onClick={() => setAsked('analytics')}>
          Connect an analytics tool
        </button>
      </p>
      <p role="status" className="seo-words">
        {asked === 'search-console' && (
          <>
            No search-console tool is connected. Prove to one, with a DNS record, that the domain under{' '}
            <code>website</code> in <code>content/farm.json</code> is yours, then give it the sitemap:{' '}
            <code>{sitemapUrl}</code>
          </>
        )}
        {asked === 'analytics' && !hasAnalytics && (
          <>
            No analytics tool is connected. Name its script and its id under <code>analytics</code> in{' '}
            <code>content/farm.json</code>, then publish.
          </>
        )}
        {asked === 'analytics' && hasAnalytics && (
          <>
            An analytics tool is connected. It is set under <code>analytics</code> in{' '}
            <code>content/farm.json</code>; to disconnect it, remove it there and publish.
          </>
        )}
      </p>
    </>
  );
}
