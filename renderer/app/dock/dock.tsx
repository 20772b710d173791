import type { ReactNode } from 'react';
import { useDock, useResults, useUi } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { PassList } from '../../features/passes/pass-list.tsx';
import { RecordList } from '../../features/records/record-list.tsx';
import { SelectionChip } from '../../features/results/filter/selection-chip.tsx';
import { ChipTriage } from '../../features/review/chips/chip-triage.tsx';
import { StatisticsView } from '../../features/statistics/statistics-view.tsx';
import { DetectionTable } from '../../features/table/detection-table.tsx';
import { CollectionHistogram } from '../../features/timeline/collection-histogram.tsx';
import { TimelineView } from '../../features/timeline/timeline-view.tsx';
import type { DockTab } from '../../stores/dock-store.ts';
import styles from './dock.module.css';
import { DockHeader } from './dock-header.tsx';
import { DockResizer } from './dock-resizer.tsx';
import { tabPanelId } from './dock-tabs.tsx';

const views: Readonly<Record<DockTab, () => ReactNode>> = {
  table: () => (
    <>
      <CollectionHistogram />
      <DetectionTable />
    </>
  ),
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
  const open = useUi((state) => state.dockOpen);
  const hasSelection = useResults(({ selectedIds }) => selectedIds.size > 0);
  const tab = useDock((state) => state.tab);
  return (
    <section className={styles.dock} aria-label="Detections">
      {open ? <DockResizer /> : null}
      <DockHeader />
      {open ? (
        <>
          {hasSelection ? (
            <div className={styles.chipLine}>
              <SelectionChip />
            </div>
          ) : null}
          <div className={styles.content} role="tabpanel" id={tabPanelId} aria-labelledby={`dock-tab-${tab}`}>
            <WorkspaceContent
              key={tab}
              needs={tab === 'records' || tab === 'passes' ? 'records' : 'detections'}
            >
              {views[tab]()}
            </WorkspaceContent>
          </div>
        </>
      ) : null}
    </section>
  );
}
