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
