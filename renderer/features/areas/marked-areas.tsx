import { Checkbox } from '@mantine/core';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore } from '../../context/use-stores.ts';

import { TextButton } from '../../ui/text-button.tsx';
import styles from './areas.module.css';
import { deleteAreas, mergeAreas, zoomToAreas } from './marked-area-commands.ts';
import { texts } from './texts.ts';

/** Selects all areas that match the search, and shows the actions for the selected ones. */
export function MarkedAreas({
  areas,
  found,
}: {
  readonly areas: readonly Area[];
  readonly found: readonly Area[];
}) {
  const app = useApp();
  const markedIds = useAreasStore((state) => state.markedIds);
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
        label={marked.length === 0 ? texts.marked.selectAll : texts.marked.selected(marked.length, size)}
      />
      {marked.length > 0 ? (
        <div className={styles.actions}>
          <TextButton onClick={() => app.commands.run('areas.order-marked')}>{texts.marked.order}</TextButton>
          <TextButton onClick={() => zoomToAreas(app, marked)}>{texts.marked.zoom}</TextButton>
          {marked.length > 1 ? (
            <TextButton onClick={() => void mergeAreas(app, marked)}>{texts.marked.merge}</TextButton>
          ) : null}
          <TextButton onClick={() => void deleteAreas(app, marked)}>{texts.marked.delete}</TextButton>
        </div>
      ) : null}
    </div>
  );
}
