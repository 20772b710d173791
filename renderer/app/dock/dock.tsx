import type { ReactNode } from 'react';
import { useDock, useUi } from '../../app/use-stores.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import { ChipTriage } from './chips/chip-triage.tsx';
import styles from './dock.module.css';
import { DockHead } from './dock-head.tsx';
import { DockResizer } from './dock-resizer.tsx';
import { tabPanelId } from './dock-tabs.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { FilterChips } from './filter/filter-chips.tsx';
import { SelectionChip } from './filter/selection-chip.tsx';
import { PassList } from './passes/pass-list.tsx';
import { RecordList } from './records/record-list.tsx';
import { StatisticsView } from './statistics/statistics-view.tsx';
import { DetectionTable } from './table/detection-table.tsx';
import { CollectionHistogram } from './timeline/collection-histogram.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';
import { useHasChipLine } from './use-dock-height.ts';
import { WorkspaceContent } from './workspace-content.tsx';

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

/** Under the map: the detections as a table, over time and in numbers, the records, and the filter of them all. */
export function Dock() {
  const open = useUi((state) => state.dockOpen);
  const filterOpen = useUi((state) => state.filterOpen);
  const hasChipLine = useHasChipLine();
  const tab = useDock((state) => state.tab);
  return (
    <section className={styles.dock} aria-label="Detections">
      {open ? <DockResizer /> : null}
      <DockHead />
      {open ? (
        <>
          {hasChipLine ? (
            <div className={styles.chipLine}>
              <SelectionChip />
              <FilterChips />
            </div>
          ) : null}
          {filterOpen ? <FilterBar /> : null}
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
