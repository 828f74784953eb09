import { Tabs } from '../islands/seo/Tabs.tsx';

/** The panels cannot be passed as props, so they are here. */
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
