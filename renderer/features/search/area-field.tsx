import { Select } from '@mantine/core';
import { useSearch, useWorkspace } from '../../app/use-stores.ts';
import { formatSquareKilometres } from '../../components/format.ts';

/** An area of the workspace by which the fetched results are filtered; the service has no filter by place. */
export function AreaField() {
  const { form, change } = useSearch((state) => state);
  const areas = useWorkspace((state) => state.areas);
  const known = areas.state === 'ready' ? areas.value : [];
  if (known.length === 0) return null;
  return (
    <Select
      label="Area (of what is shown; the service cannot filter by place)"
      placeholder="Anywhere"
      clearable
      data={known.map(({ id, name, squareMetres }) => ({
        value: id,
        label: `${name} · ${formatSquareKilometres(squareMetres)}`,
      }))}
      value={known.some(({ id }) => id === form.areaId) ? form.areaId : null}
      onChange={(areaId) => change({ areaId: areaId ?? '' })}
    />
  );
}
