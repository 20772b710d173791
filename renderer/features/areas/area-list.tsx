import { type KeyboardEvent, useRef } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSoftCap } from '../../context/use-soft-cap.ts';
import { deleteArea } from './area-commands.ts';
import { AreaRow } from './area-row.tsx';
import styles from './areas.module.css';

/**
 * The areas, one row each. On a row, the arrow keys go to the next one, Enter selects, Space marks, F2 renames and
 * Delete deletes (it can be undone). The selected row has its buttons below it.
 */
export function AreaList({ areas }: { readonly areas: readonly Area[] }) {
  const app = useApp();
  const softCap = useSoftCap();
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-area-row]') ?? [];
    rows[Math.max(0, Math.min(rows.length - 1, index))]?.focus();
  };
  const deleteAndFocus = async (id: string, index: number) => {
    const focused = document.activeElement;
    await deleteArea(app, id);
    const now = document.activeElement;
    // The focus is moved only if it is where it was; a removed row loses it to the body.
    if (now === focused || now === document.body) focusRow(index);
  };
  const onRowKeyDown = (event: KeyboardEvent, id: string, index: number) => {
    switch (event.key) {
      case 'ArrowDown':
        focusRow(index + 1);
        break;
      case 'ArrowUp':
        focusRow(index - 1);
        break;
      case ' ':
        app.stores.areas.getState().toggleMarked(id);
        break;
      case 'F2':
        app.stores.areas.getState().setRenaming(id);
        break;
      case 'Delete':
        void deleteAndFocus(id, index);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul ref={list} className={styles.rows} aria-label="Areas of this workspace">
      {areas.map((area, index) => (
        <AreaRow
          key={area.id}
          area={area}
          softCap={softCap}
          onKeyDown={(event) => onRowKeyDown(event, area.id, index)}
          onDelete={() => void deleteAndFocus(area.id, index)}
        />
      ))}
    </ul>
  );
}
