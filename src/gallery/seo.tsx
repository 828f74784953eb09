import { Tabs } from '../islands/seo/Tabs.tsx';

/** Its panels cannot be handed over to a script, so they stand here. */
export function ThreeTabs() {
  return (
    <div className="seo-monitor">
      <Tabs
        label="SEO checks"
        tabs={[
          { id: 'overview', name: 'Overview', panel: <p>The panel of the tab that is chosen.</p> },
          { id: 'redirects', name: 'Redirects', panel: <p>Redirects</p> },
          { id: 'performance', name: 'Performance', panel: <p>Performance</p> },
        ]}
      />
    </div>
  );
}
