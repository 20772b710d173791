import { useUi } from '../context/use-stores.ts';
import { AreasPanel } from '../features/areas/areas-panel.tsx';
import { HelpButton } from '../features/help/help-button.tsx';
import { JobList } from '../features/jobs/job-list.tsx';
import { LayersPanel } from '../features/layers/layers-panel.tsx';
import { OrdersPanel } from '../features/orders/orders-panel.tsx';
import { ReviewPanel } from '../features/review/review-panel.tsx';
import { DiskSummary } from '../features/search/disk-summary.tsx';
import { SavedSearchList } from '../features/search/saved-search-list.tsx';
import { SearchFields } from '../features/search/search-fields.tsx';
import { SearchHeading } from '../features/search/search-heading.tsx';
import type { PanelName } from '../stores/ui-store.ts';
import { PanelHeading, PanelHelpContext } from '../ui/panel-heading.tsx';
import styles from './side-panel.module.css';

const panels = {
  orders: { label: 'Orders', Panel: OrdersPanel, page: 'orders' },
  areas: { label: 'Areas', Panel: AreasPanel, page: 'areas' },
  results: { label: 'Results', Panel: ResultsPanel, page: 'fetch' },
  review: { label: 'Review', Panel: ReviewPanel, page: 'review' },
  layers: { label: 'Layers', Panel: LayersPanel, page: 'map' },
} as const satisfies Record<PanelName, unknown>;

/** The panel that is selected in the rail. */
export function SidePanel() {
  const { label, Panel, page } = panels[useUi((state) => state.panel)];
  return (
    <section className={styles.side} aria-label={`${label} panel`} data-region="side" tabIndex={-1}>
      <PanelHelpContext value={<HelpButton page={page} panel={label} />}>
        <Panel />
      </PanelHelpContext>
    </section>
  );
}

/** The results panel: the search form, running fetches, and saved searches. */
function ResultsPanel() {
  return (
    <>
      <SearchHeading />
      <SearchFields />
      <JobList kinds={['fetch']} />
      <SavedSearchList />
      <PanelHeading title="On this disk" level={3} />
      <DiskSummary />
    </>
  );
}
