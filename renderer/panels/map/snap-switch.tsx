import { Switch } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork } from '../../app/use-stores.ts';

/** Whether points snap to corners and edges of other areas; the key that switches it stands beside. */
export function SnapSwitch() {
  const { stores } = useApp();
  const isSnapping = useAreaWork((state) => state.isSnapping);
  return (
    <Switch
      size="xs"
      label="Snap to other areas (Shift S)"
      checked={isSnapping}
      onChange={({ currentTarget }) => stores.areas.getState().setSnapping(currentTarget.checked)}
    />
  );
}
