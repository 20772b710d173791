import type { ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useUi } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { PassList } from '../../features/passes/pass-list.tsx';
import { RecordList } from '../../features/records/record-list.tsx';
import { ChipTriage } from '../../features/review/chips/chip-triage.tsx';
import { StatisticsView } from '../../features/statistics/statistics-view.tsx';
import { DetectionTable } from '../../features/table/detection-table.tsx';
import { CollectionHistogram } from '../../features/timeline/collection-histogram.tsx';
import { TimelineView } from '../../features/timeline/timeline-view.tsx';
import type { DockTab } from '../../stores/dock-store.ts';
import { isPanelOpen, isWindowLow } from '../../stores/panel-layout.ts';
import { PanelResizer } from '../panel-resizer.tsx';
import styles from './dock.module.css';
import { DockHeader } from './dock-header.tsx';
import { tabPanelId } from './dock-tabs.tsx';
import { useDockGeometry } from './use-dock-geometry.ts';

const dockId = 'dock';

const views: Readonly<Record<DockTab, () => ReactNode>> = {
  table: () => <TableView />,
  timeline: () => <TimelineView />,
  statistics: () => <StatisticsView />,
  records: () => <RecordList />,
  passes: () => <PassList />,
  chips: () => <ChipTriage />,
};

/**
 * The panel below the map: table, timeline and statistics of the detections, records, passes and chips.
 */
export function Dock() {
  const { stores } = useApp();
  const open = useUi((state) => isPanelOpen(state, 'dock'));
  const geometry = useDockGeometry();
  const tab = useDock((state) => state.tab);
  return (
    <section id={dockId} className={styles.dock} aria-label="Detections" data-region="dock">
      <DockHeader />
      {open ? (
        <>
          <div className={styles.content} role="tabpanel" id={tabPanelId} aria-labelledby={`dock-tab-${tab}`}>
            <WorkspaceContent
              key={tab}
              needs={tab === 'records' || tab === 'passes' ? 'records' : 'detections'}
            >
              {views[tab]()}
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

/** The table, in a high window with the histogram of collection times above it. */
function TableView() {
  const isLow = useUi(({ windowSize }) => isWindowLow(windowSize));
  return (
    <>
      {isLow ? null : <CollectionHistogram />}
      <DetectionTable />
    </>
  );
}
