import { Checkbox } from '@mantine/core';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork } from '../../app/use-stores.ts';
import { deleteAreas, mergeAreas, zoomToAreas } from '../../commands/marked-area-commands.ts';
import { formatQuantity } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './areas.module.css';

/** Marks all areas that the search has found, and says what can be done with the marked ones. */
export function MarkedAreas({
  areas,
  found,
}: {
  readonly areas: readonly Area[];
  readonly found: readonly Area[];
}) {
  const app = useApp();
  const markedIds = useAreaWork((state) => state.markedIds);
  const { setMarked } = app.stores.areas.getState();
  const marked = areas.filter(({ id }) => markedIds.has(id));
  const isEachMarked = found.length > 0 && found.every(({ id }) => markedIds.has(id));
  const size = formatSquareMetres(marked.reduce((sum, { squareMetres }) => sum + squareMetres, 0));
  return (
    <div className={styles.marked}>
      <Checkbox
        checked={isEachMarked}
        indeterminate={!isEachMarked && marked.length > 0}
        onChange={() => setMarked(isEachMarked ? [] : found.map(({ id }) => id))}
        label={marked.length === 0 ? 'Mark all' : `${formatQuantity(marked.length, 'area')} marked · ${size}`}
      />
      {marked.length > 0 ? (
        <div className={styles.actions}>
          <TextButton onClick={() => zoomToAreas(app, marked)}>Zoom to them</TextButton>
          {marked.length > 1 ? (
            <TextButton onClick={() => void mergeAreas(app, marked)}>Merge them</TextButton>
          ) : null}
          <TextButton onClick={() => void deleteAreas(app, marked)}>Delete them</TextButton>
        </div>
      ) : null}
    </div>
  );
}
