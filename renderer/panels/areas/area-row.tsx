import type { KeyboardEvent } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork, useUi } from '../../app/use-stores.ts';
import { editAreaShape, zoomToArea } from '../../commands/area-commands.ts';
import { orderForArea } from '../../commands/order-commands.ts';
import { TextButton } from '../../components/text-button.tsx';
import { AreaNameField } from './area-name-field.tsx';
import styles from './areas.module.css';
import { crossesAntimeridian, describeKind } from './describe-shape.ts';

/** One area of the list; the selected one offers what can be done with it. */
export function AreaRow({
  area,
  onKeyDown,
  onDelete,
  focusRow,
}: {
  readonly area: Area;
  onKeyDown(event: KeyboardEvent): void;
  onDelete(): void;
  /** Gives the focus back to the row, after its name was typed. */
  focusRow(): void;
}) {
  const { stores } = useApp();
  const selected = useUi((state) => state.selectedAreaId === area.id);
  const renaming = useAreaWork((state) => state.renamingId === area.id);
  if (renaming) {
    return (
      <li>
        <AreaNameField
          area={area}
          onDone={() => {
            stores.areas.getState().setRenaming(null);
            requestAnimationFrame(focusRow);
          }}
        />
      </li>
    );
  }
  return (
    <li data-selected={selected || undefined}>
      <button
        type="button"
        data-area-row
        className={styles.row}
        aria-pressed={selected}
        onClick={() => stores.ui.getState().selectArea(area.id)}
        onKeyDown={onKeyDown}
      >
        <span className={styles.rowName} title={area.name}>
          {area.name}
        </span>
        <span className="numeric">{formatSquareMetres(area.squareMetres)}</span>
        <span className={styles.rowMore}>
          {describeKind(area.shape)}
          {crossesAntimeridian(area.shape) && ' · crosses the antimeridian: is sent as two areas'}
        </span>
      </button>
      {selected && <AreaActions area={area} onDelete={onDelete} />}
    </li>
  );
}

function AreaActions({ area, onDelete }: { readonly area: Area; onDelete(): void }) {
  const app = useApp();
  const editing = useUi((state) => state.tool === 'edit');
  const { ui, areas } = app.stores;
  return (
    <div className={styles.actions}>
      <TextButton onClick={() => zoomToArea(app, area)}>Zoom</TextButton>
      <TextButton onClick={() => areas.getState().setRenaming(area.id)}>Rename</TextButton>
      {editing ? (
        <TextButton onClick={() => ui.getState().setTool('select')}>Done</TextButton>
      ) : (
        <TextButton onClick={() => editAreaShape(app, area.id)}>Edit</TextButton>
      )}
      <TextButton onClick={() => orderForArea(app, area.id)}>Order</TextButton>
      <TextButton onClick={onDelete}>Delete</TextButton>
    </div>
  );
}
