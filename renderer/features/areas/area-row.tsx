import type { KeyboardEvent } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { exceedsSoftCap, type SoftCap } from '../../../shared/areas/soft-cap.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork, useUi } from '../../app/use-stores.ts';
import { editAreaShape, zoomToArea } from '../../commands/area-commands.ts';
import { orderForArea } from '../../commands/order-commands.ts';
import { beginSimplifying, canSimplify } from '../../commands/simplify-commands.ts';
import { TextButton } from '../../components/text-button.tsx';
import { AreaNameField } from './area-name-field.tsx';
import styles from './areas.module.css';
import { crossesAntimeridian, describeKind } from './describe-shape.ts';
import { SimplifyForm } from './simplify-form.tsx';

/** One area of the list; the selected one offers what can be done with it. */
export function AreaRow({
  area,
  softCap,
  onKeyDown,
  onDelete,
  focusRow,
}: {
  readonly area: Area;
  readonly softCap: SoftCap;
  onKeyDown(event: KeyboardEvent): void;
  onDelete(): void;
  /** Gives the focus back to the row, after its name was typed. */
  focusRow(): void;
}) {
  const { stores } = useApp();
  const selected = useUi((state) => state.selectedAreaId === area.id);
  const marked = useAreaWork((state) => state.markedIds.has(area.id));
  const simplifying = useAreaWork((state) => state.simplifying);
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
      <div className={styles.markable}>
        {/* There may be thousands of rows, so this is the browser's own. Space on the row does the same. */}
        <input
          type="checkbox"
          aria-label={`Mark ${area.name}`}
          tabIndex={-1}
          checked={marked}
          onChange={() => stores.areas.getState().toggleMarked(area.id)}
        />
        <button
          type="button"
          data-area-row
          className={styles.row}
          aria-pressed={selected}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey) stores.areas.getState().toggleMarked(area.id);
            else stores.ui.getState().selectArea(area.id);
          }}
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
          {exceedsSoftCap(area, softCap).map((text) => (
            <span key={text} className={styles.warning}>
              {text}
            </span>
          ))}
        </button>
      </div>
      {selected && <AreaActions area={area} onDelete={onDelete} />}
      {simplifying?.areaId === area.id && <SimplifyForm area={area} simplifying={simplifying} />}
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
      {canSimplify(area) === true ? (
        <TextButton onClick={() => beginSimplifying(app, area)}>Simplify…</TextButton>
      ) : null}
      <TextButton onClick={() => orderForArea(app, area.id)}>Order</TextButton>
      <TextButton onClick={onDelete}>Delete</TextButton>
    </div>
  );
}
