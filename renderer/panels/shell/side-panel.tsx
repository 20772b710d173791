import { useUi } from '../../app/use-stores.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { AreasPanel } from '../areas/areas-panel.tsx';
import { LayersPanel } from '../layers/layers-panel.tsx';
import { OrdersPanel } from '../orders/orders-panel.tsx';
import { ResultsPanel } from '../results/results-panel.tsx';
import { ReviewPanel } from '../review/review-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import styles from './side-panel.module.css';

const panels = {
  orders: { label: 'Orders', Panel: OrdersPanel },
  areas: { label: 'Areas', Panel: AreasPanel },
  results: { label: 'Results', Panel: ResultsPanel },
  review: { label: 'Review', Panel: ReviewPanel },
  layers: { label: 'Layers', Panel: LayersPanel },
  settings: { label: 'Settings', Panel: SettingsPanel },
} as const satisfies Record<PanelName, unknown>;

/** The panel that the rail has chosen. */
export function SidePanel() {
  const { label, Panel } = panels[useUi((state) => state.panel)];
  return (
    <section className={styles.side} aria-label={`${label} panel`} data-region="side" tabIndex={-1}>
      <Panel />
    </section>
  );
}
