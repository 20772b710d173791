import { formatCount } from '../../../../shared/format.ts';
import { useApp } from '../../../context/app-context.tsx';
import { SelectionActions } from '../../../context/selection-actions.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { RemovableChip } from '../../../ui/removable-chip.tsx';

/** The number of selected detections, with a button that clears the selection. */
export function SelectionChip() {
  const { commands } = useApp();
  const selected = useResults((state) => state.selectedIds.size);
  if (selected === 0) return null;
  return (
    <RemovableChip
      text={`${formatCount(selected)} selected`}
      actions={<SelectionActions />}
      removeLabel="Clear the selection"
      onRemove={() => commands.run('results.clear-selection')}
    />
  );
}
