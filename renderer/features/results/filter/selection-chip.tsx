import { useApp } from '../../../context/app-context.tsx';
import { SelectionActions } from '../../../context/selection-actions.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { RemovableChip } from '../../../ui/removable-chip.tsx';
import { texts } from '../texts.ts';

/** The number of selected detections, with a button that clears the selection. */
export function SelectionChip() {
  const { commands } = useApp();
  const selected = useResults((state) => state.selectedIds.size);
  if (selected === 0) return null;
  return (
    <RemovableChip
      text={texts.bar.selected(selected)}
      actions={<SelectionActions />}
      removeLabel={texts.bar.clearSelection}
      onRemove={() => commands.run('results.clear-selection')}
    />
  );
}
