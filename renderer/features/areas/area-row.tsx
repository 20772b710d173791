import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { type SoftCap, softCapWarnings } from '../../../shared/areas/soft-cap.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { editAreaShape } from './area-commands.ts';
import { AreaNameField } from './area-name-field.tsx';
import styles from './areas.module.css';
import { crossesAntimeridian, describeShape } from './describe-shape.ts';
import { canSimplify, startSimplification } from './simplify-commands.ts';
import { SimplifyForm } from './simplify-form.tsx';

/** One area of the list; the selected one shows its actions. */
export function AreaRow({
  area,
  softCap,
  onKeyDown,
  onDelete,
}: {
  readonly area: Area;
  readonly softCap: SoftCap;
  onKeyDown(event: KeyboardEvent): void;
  onDelete(): void;
}) {
  const { stores } = useApp();
  const selected = useUi((state) => state.selectedAreaId === area.id);
  const marked = useAreasStore((state) => state.markedIds.has(area.id));
  const simplifying = useAreasStore((state) => state.simplification);
  const renaming = useAreasStore((state) => state.renamingId === area.id);
  const row = useRef<HTMLButtonElement>(null);
  if (renaming) {
    return (
      <li>
        <AreaNameField
          area={area}
          onDone={(returnsFocus) => {
            const close = () => stores.areas.getState().setRenaming(null);
            if (!returnsFocus) return close();
            flushSync(close);
            row.current?.focus();
          }}
        />
      </li>
    );
  }
  return (
    <li data-selected={selected || undefined}>
      <div className={styles.markable}>
        {/* There may be thousands of rows, so this is a native checkbox. Space on the row does the same. */}
        <input
          type="checkbox"
          aria-label={`Select ${area.name}`}
          tabIndex={-1}
          checked={marked}
          onChange={() => stores.areas.getState().toggleMarked(area.id)}
        />
        <button
          ref={row}
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
            {describeShape(area.shape)}
            {crossesAntimeridian(area.shape) && ' · crosses the antimeridian: sent as two areas'}
          </span>
          {softCapWarnings(area, softCap).map((text) => (
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
        <TextButton onClick={() => startSimplification(app, area)}>Simplify…</TextButton>
      ) : null}
      <TextButton onClick={() => void app.commands.runWith('orders.start-for-area', { areaId: area.id })}>
        Order
      </TextButton>
      <TextButton onClick={onDelete}>Delete</TextButton>
    </div>
  );
}
