import { useUi } from '../../app/use-stores.ts';
import { CollectionHistogram } from './collection-histogram.tsx';
import { DetectionTable } from './detection-table.tsx';
import styles from './dock.module.css';
import { DockHead } from './dock-head.tsx';
import { FilterBar } from './filter-bar.tsx';

/** Under the map: the detections as a table, when they were collected, and the filter of both. */
export function Dock() {
  const open = useUi((state) => state.dockOpen);
  const filterOpen = useUi((state) => state.filterOpen);
  return (
    <section className={styles.dock} aria-label="Detections">
      <DockHead />
      {open ? (
        <>
          {filterOpen ? <FilterBar /> : <CollectionHistogram />}
          <DetectionTable />
        </>
      ) : null}
    </section>
  );
}
