import { Button, Select } from '@mantine/core';
import { useApp } from '../../../app/app-context.tsx';
import { useResults, useWorkspace } from '../../../app/use-stores.ts';
import { areaOfRings } from './area-of-rings.ts';
import { areaRings } from './area-rings.ts';

/** Inside one of the areas of interest. */
export function AreaFilter() {
  const { stores } = useApp();
  const areas = useWorkspace((state) => state.areas);
  const within = useResults((state) => state.filter.within);
  const known = areas.state === 'ready' ? areas.value : [];
  const chosen = within ? (areaOfRings(within, known)?.id ?? '') : null;
  const choices = known.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      aria-label="Inside area"
      placeholder="Anywhere"
      clearable
      searchable
      data={chosen === '' ? [...choices, { value: '', label: 'A drawn outline' }] : choices}
      value={chosen}
      nothingFoundMessage="No such area."
      onChange={(id) => {
        const area = known.find((one) => one.id === id);
        stores.results.getState().setFilter({ within: area ? areaRings(area.shape) : undefined });
      }}
    />
  );
}

/** In what the map shows now; it stays when the map moves on, until it is pressed again. */
export function MapViewFilter() {
  const { commands, stores } = useApp();
  const isOn = useResults((state) => state.filter.boundingBox !== undefined);
  return (
    <Button
      aria-pressed={isOn}
      onClick={() =>
        isOn
          ? stores.results.getState().setFilter({ boundingBox: undefined })
          : commands.run('results.filter-map-view')
      }
    >
      In map view
    </Button>
  );
}
