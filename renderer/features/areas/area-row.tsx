import { type KeyboardEvent, type Ref, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { type SoftCap, softCapWarnings } from '../../../shared/areas/soft-cap.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { duplicateArea, editAreaShape } from './area-commands.ts';
import { AreaNameField } from './area-name-field.tsx';
import styles from './areas.module.css';
import { crossesAntimeridian, describeShape } from './describe-shape.ts';
import { canSimplify, startSimplification } from './simplify-commands.ts';
import { SimplifyForm } from './simplify-form.tsx';
import { texts } from './texts.ts';

/** One area of the list; the selected one shows its actions. */
export function AreaRow({
  ref,
  index,
  total,
  top,
  area,
  softCap,
  isTabStop,
  onFocus,
  onKeyDown,
  onDelete,
}: {
  readonly ref: Ref<HTMLLIElement>;
  /** Position in the list, and the length of the list. */
  readonly index: number;
  readonly total: number;
  /** Distance from the top of the list in CSS pixels. */
  readonly top: number;
  readonly area: Area;
  readonly softCap: SoftCap;
  readonly isTabStop: boolean;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
  onDelete(): void;
}) {
  const { stores } = useApp();
  const selected = useUi((state) => state.selectedAreaId === area.id);
  const marked = useAreasStore((state) => state.markedIds.has(area.id));
  const simplifying = useAreasStore((state) => state.simplification);
  const renaming = useAreasStore((state) => state.renamingId === area.id);
  const row = useRef<HTMLButtonElement>(null);
  const item = {
    ref,
    'data-index': index,
    'aria-posinset': index + 1,
    'aria-setsize': total,
    style: { transform: `translateY(${top}px)` },
    onFocus,
  };
  if (renaming) {
    return (
      <li {...item}>
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
    <li {...item} data-selected={selected || undefined}>
      <div className={styles.markable}>
        {/* A native checkbox, because Space on the row does the same. */}
        <input
          type="checkbox"
          aria-label={texts.row.select(area.name)}
          tabIndex={-1}
          checked={marked}
          onChange={() => stores.areas.getState().toggleMarked(area.id)}
        />
        <button
          ref={row}
          type="button"
          data-area-row={area.id}
          tabIndex={isTabStop ? 0 : -1}
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
            {crossesAntimeridian(area.shape) && texts.row.crossesAntimeridian}
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
      <TextButton onClick={() => zoomToArea(app, area)}>{texts.actions.zoom}</TextButton>
      <TextButton onClick={() => areas.getState().setRenaming(area.id)}>{texts.actions.rename}</TextButton>
      {editing ? (
        <TextButton onClick={() => ui.getState().setTool('select')}>{texts.actions.done}</TextButton>
      ) : (
        <TextButton onClick={() => editAreaShape(app, area.id)}>{texts.actions.edit}</TextButton>
      )}
      {canSimplify(area) === true ? (
        <TextButton onClick={() => startSimplification(app, area)}>{texts.actions.simplify}</TextButton>
      ) : null}
      <TextButton onClick={() => void app.commands.runWith('orders.start-for-areas', { areaIds: [area.id] })}>
        {texts.actions.order}
      </TextButton>
      <TextButton onClick={() => app.commands.run('areas.search')}>{texts.actions.search}</TextButton>
      <TextButton onClick={() => void duplicateArea(app, area)}>{texts.actions.duplicate}</TextButton>
      <TextButton onClick={onDelete}>{texts.actions.delete}</TextButton>
    </div>
  );
}
