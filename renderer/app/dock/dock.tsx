import type { ReactNode } from 'react';
import { useDock, useUi } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { PassList } from '../../features/passes/pass-list.tsx';
import { RecordList } from '../../features/records/record-list.tsx';
import { FilterEditor } from '../../features/results/filter/filter-editor.tsx';
import { FilterChips } from '../../features/results/show/filter-chips.tsx';
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
import { useHasFilterChipRow } from './use-dock-height.ts';

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
 * The panel below the map: table, timeline and statistics of the detections, records, passes and chips, with the
 * filter that applies to all.
 */
export function Dock() {
  const open = useUi((state) => state.dockOpen);
  const filterOpen = useUi((state) => state.filterOpen);
  const hasFilterChipRow = useHasFilterChipRow();
  const tab = useDock((state) => state.tab);
  return (
    <section className={styles.dock} aria-label="Detections">
      {open ? <DockResizer /> : null}
      <DockHeader />
      {open ? (
        <>
          {hasFilterChipRow ? (
            <div className={styles.chipLine}>
              <SelectionChip />
              <FilterChips />
            </div>
          ) : null}
          {filterOpen ? <FilterEditor /> : null}
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
