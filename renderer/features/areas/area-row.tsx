import { type KeyboardEvent, type Ref, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { type SoftCap, softCapWarnings } from '../../../shared/areas/soft-cap.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { AreaNameField } from './area-name-field.tsx';
import styles from './areas.module.css';
import { crossesAntimeridian, describeShape } from './describe-shape.ts';
import { SimplifyForm } from './simplify-form.tsx';
import { texts } from './texts.ts';

/** One area of the list. Its height does not change when it is selected, so that no row moves between two clicks. */
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
          className="checkBox"
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
          <span className={styles.rowName}>{area.name}</span>
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
      {simplifying?.areaId === area.id && <SimplifyForm area={area} simplifying={simplifying} />}
    </li>
  );
}
