import { Activity, type ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useReviewStage } from '../../context/use-review-stage.ts';
import { useDock, useUi } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen } from '../../stores/panel-layout.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelResizer } from '../panel-resizer.tsx';
import styles from './dock.module.css';
import { DockHeader } from './dock-header.tsx';
import { tabPanelId } from './dock-tabs.tsx';
import { useDockGeometry } from './use-dock-geometry.ts';

const dockId = 'dock';

const loading = <LoadingState label="Loading…" />;
const TableView = lazyComponent(async () => (await import('./table-view.tsx')).TableView, loading);
const TimelineView = lazyComponent(
  async () => (await import('../../features/timeline/timeline-view.tsx')).TimelineView,
  loading,
);
const StatisticsView = lazyComponent(
  async () => (await import('../../features/statistics/statistics-view.tsx')).StatisticsView,
  loading,
);
const RecordList = lazyComponent(
  async () => (await import('../../features/records/record-list.tsx')).RecordList,
  loading,
);
const PassList = lazyComponent(
  async () => (await import('../../features/passes/pass-list.tsx')).PassList,
  loading,
);
const SitesView = lazyComponent(
  async () => (await import('../../features/sites/sites-view.tsx')).SitesView,
  loading,
);
const LayerTable = lazyComponent(
  async () => (await import('../../features/layers/vector-layers/layer-table.tsx')).LayerTable,
  loading,
);
const AisView = lazyComponent(async () => (await import('../../features/ais/ais-view.tsx')).AisView, loading);
const ChipTriage = lazyComponent(
  async () => (await import('../../features/review/chips/chip-triage.tsx')).ChipTriage,
  loading,
);

const views: Readonly<Record<DockTab, () => ReactNode>> = {
  table: () => <TableView />,
  timeline: () => <TimelineView />,
  statistics: () => <StatisticsView />,
  records: () => <RecordList />,
  passes: () => <PassList />,
  sites: () => <SitesView />,
  layers: () => <LayerTable />,
  ais: () => <AisView />,
  chips: () => <ChipTriage />,
};

/**
 * The panel below the map: table, timeline and statistics of the detections, records, passes, sites,
 * layers, AIS and chips. While a review
 * covers it, its content neither follows changes nor requests anything, and stays as it was.
 */
export function Dock() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const geometry = useDockGeometry();
  const tab = useDock((state) => state.tab);
  const isCovered = useReviewStage() !== null;
  return (
    <section id={dockId} className={styles.dock} aria-label="Detections" data-region="dock">
      <DockHeader />
      {open ? (
        <>
          <div className={styles.content} role="tabpanel" id={tabPanelId} aria-labelledby={`dock-tab-${tab}`}>
            <WorkspaceContent
              key={tab}
              needs={
                tab === 'layers'
                  ? null
                  : tab === 'records' || tab === 'passes' || tab === 'sites' || tab === 'ais'
                    ? 'records'
                    : 'detections'
              }
            >
              <Activity mode={isCovered ? 'hidden' : 'visible'}>{views[tab]()}</Activity>
            </WorkspaceContent>
          </div>
          <PanelResizer
            slot="dock"
            label="Dock height"
            controls={dockId}
            geometry={geometry}
            onResize={(size) => stores.ui.getState().setPanelSize('dock', size)}
          />
        </>
      ) : null}
    </section>
  );
}
