import { useApp } from '../../../app/app-context.tsx';
import { useResults } from '../../../app/use-stores.ts';
import { formatCount } from '../../../components/format.ts';
import { SelectionActions } from '../../../components/selection-actions.tsx';
import styles from '../dock.module.css';

/** How many detections are selected, with a cross that unselects them. */
export function SelectionChip() {
  const { commands } = useApp();
  const selected = useResults((state) => state.selectedIds.size);
  if (selected === 0) return null;
  return (
    <span className={styles.selection}>
      <span className={styles.chipText}>{formatCount(selected)} selected</span>
      <SelectionActions />
      <button
        type="button"
        aria-label="Clear the selection"
        onClick={() => commands.run('results.clear-selection')}
      >
        ×
      </button>
    </span>
  );
}
