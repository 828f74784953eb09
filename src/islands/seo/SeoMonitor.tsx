import '../../styles/panels.css';
import './seo.css';
import './tables.css';
import './tabs.css';
import type { SiteRedirect } from '#domain/schemas/build-manifest.ts';
import type { PageSection } from '#domain/schemas/page.ts';
import { BuildFigures, PageWeights } from './BuildFigures.tsx';
import { ConnectTools } from './ConnectTools.tsx';
import { Panel } from './Panel.tsx';
import { RedirectTable } from './RedirectTable.tsx';
import { RefreshBar } from './RefreshBar.tsx';
import { SampleFigures } from './SampleFigures.tsx';
import { Tabs } from './Tabs.tsx';
import { useChecks } from './use-checks.ts';

/* The SEO monitor is an island because of its tabs, a check that takes time, and the build's own figures, which come
   from a file that is written after the pages. Without JavaScript the tabs are links to the panels below, the redirects
   are shown, and the figures are mentioned as a file. */

interface Props {
  readonly sections: Readonly<Record<'samples' | 'build' | 'redirects' | 'weights' | 'tools', PageSection>>;
  /** content/redirects.json, shown until the build's figures include the result for each. */
  readonly redirects: readonly SiteRedirect[];
  readonly sitemapUrl: string;
  readonly hasAnalytics: boolean;
}

/** The internal migration monitor of section 2. */
export function SeoMonitor({ sections, redirects, sitemapUrl, hasAnalytics }: Props) {
  const { state, figures, refresh } = useChecks();
  const isRunning = state.phase === 'running';
  // Controls that need script are hidden in the built page.
  const hasScript = state.phase !== 'waiting';
  const overview = (
    <>
      <Panel section={sections.samples} isBusy={isRunning}>
        <SampleFigures status={state.status} isAwaited={!hasScript} isRunning={isRunning} />
      </Panel>
      <Panel section={sections.build} isBusy={figures.status === 'reading'}>
        <BuildFigures figures={figures} />
      </Panel>
    </>
  );
  const performance = (
    <div className="seo-split">
      <Panel section={sections.weights} isBusy={figures.status === 'reading'}>
        <PageWeights figures={figures} />
      </Panel>
      <Panel section={sections.tools}>
        {hasScript && <ConnectTools sitemapUrl={sitemapUrl} hasAnalytics={hasAnalytics} />}
      </Panel>
    </div>
  );
  return (
    <div className="seo-monitor">
      <RefreshBar state={state} onRefresh={refresh} />
      <Tabs
        label="SEO checks"
        tabs={[
          { id: 'overview', name: 'Overview', panel: overview },
          {
            id: 'redirects',
            name: 'Redirects',
            panel: (
              <Panel section={sections.redirects}>
                <RedirectTable
                  redirects={figures.status === 'ready' ? figures.value.redirects : redirects}
                  isChecked={figures.status === 'ready'}
                />
              </Panel>
            ),
          },
          { id: 'performance', name: 'Performance', panel: performance },
        ]}
      />
    </div>
  );
}
