import { Select } from '@mantine/core';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useSearch } from '../../context/use-stores.ts';
import { texts } from './texts.ts';

/** An area of the workspace by which the fetched results are filtered; the service has no filter by location. */
export function AreaField() {
  const { form, change } = useSearch((state) => state);
  const areas = useAreaList();
  if (areas.length === 0) return null;
  return (
    <Select
      label={texts.form.area}
      placeholder={texts.form.anyArea}
      clearable
      data={areas.map(({ id, name, squareMetres }) => ({
        value: id,
        label: `${name} · ${formatSquareMetres(squareMetres)}`,
      }))}
      value={areas.some(({ id }) => id === form.areaId) ? form.areaId : null}
      onChange={(areaId) => change({ areaId: areaId ?? '' })}
    />
  );
}
