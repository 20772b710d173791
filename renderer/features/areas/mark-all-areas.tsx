import { Checkbox } from '@mantine/core';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore } from '../../context/use-stores.ts';
import styles from './areas.module.css';
import { texts } from './texts.ts';

/** Checks all areas that match the search, or none. */
export function MarkAllAreas({
  areas,
  found,
}: {
  readonly areas: readonly Area[];
  readonly found: readonly Area[];
}) {
  const { stores } = useApp();
  const markedIds = useAreasStore((state) => state.markedIds);
  const { setMarked } = stores.areas.getState();
  const isEachMarked = found.length > 0 && found.every(({ id }) => markedIds.has(id));
  return (
    <div className={styles.marked}>
      <Checkbox
        checked={isEachMarked}
        indeterminate={!isEachMarked && areas.some(({ id }) => markedIds.has(id))}
        onChange={() => setMarked(isEachMarked ? [] : found.map(({ id }) => id))}
        label={texts.marked.selectAll}
      />
    </div>
  );
}
