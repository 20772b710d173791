import { Select, Switch } from '@mantine/core';
import { shapeToRings } from '../../../../shared/areas/shape-to-rings.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import { findAreaByRings } from './find-area-by-rings.ts';

/** Filters to detections inside an area of interest. */
export function AreaFilter() {
  const { stores } = useApp();
  const areas = useAreaList();
  const within = useResults((state) => state.filter.within);
  const chosen = within ? (findAreaByRings(within, areas)?.id ?? '') : null;
  const choices = areas.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={texts.fields.area}
      placeholder={texts.fields.anyArea}
      clearable
      searchable
      data={chosen === '' ? [...choices, { value: '', label: texts.fields.drawnOutline }] : choices}
      value={chosen}
      nothingFoundMessage={texts.fields.noArea}
      onChange={(id) => {
        const area = areas.find((one) => one.id === id);
        stores.results.getState().setFilter({ within: area ? shapeToRings(area.shape) : undefined });
      }}
    />
  );
}

/** Filters to the current map extent; the extent stays fixed when the map moves. */
export function MapViewFilter() {
  const { commands, stores } = useApp();
  const isOn = useResults((state) => state.filter.boundingBox !== undefined);
  return (
    <Switch
      label={texts.fields.currentExtent}
      checked={isOn}
      onChange={() =>
        isOn
          ? stores.results.getState().setFilter({ boundingBox: undefined })
          : commands.run('results.filter-map-view')
      }
    />
  );
}
