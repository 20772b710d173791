import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { useProperties } from '../dock/use-results-queries.ts';

const chipChoices: readonly { readonly value: ExportOptions['chips']; readonly label: string }[] = [
  { value: 'none', label: 'No image chips' },
  { value: 'cached', label: 'Image chips that are in the cache, as a zip' },
  { value: 'fetched', label: 'Image chips, fetching missing ones first, as a zip' },
];

type OptionProps = {
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
};

/** What goes along with the detections, as far as the format has a place for it. */
export function ExportOptionFields({ options, onChange }: OptionProps) {
  const { holds, holdsFootprints } = exportFormatInfo(options.format);
  return (
    <>
      {holds === 'features' ? (
        <>
          <Checkbox
            label="Verdicts, flags and notes as properties"
            checked={options.reviews}
            onChange={(event) => onChange({ reviews: event.currentTarget.checked })}
          />
          <Checkbox
            label={
              holdsFootprints ? 'Sensor footprints in the same file' : 'Sensor footprints as a second file'
            }
            checked={options.footprints}
            onChange={(event) => onChange({ footprints: event.currentTarget.checked })}
          />
        </>
      ) : null}
      {options.format === 'csv' ? (
        <Checkbox
          label="Byte order mark, by which Excel knows UTF-8"
          checked={options.byteOrderMark}
          onChange={(event) => onChange({ byteOrderMark: event.currentTarget.checked })}
        />
      ) : null}
      <Select
        aria-label="Image chips"
        allowDeselect={false}
        data={[...chipChoices]}
        value={options.chips}
        onChange={(value) => onChange({ chips: (value ?? 'none') as ExportOptions['chips'] })}
      />
      {holds === 'features' ? <PropertyFields options={options} onChange={onChange} /> : null}
    </>
  );
}

function PropertyFields({ options, onChange }: OptionProps) {
  const known = useProperties().map(({ name }) => name);
  const chosen = options.properties;
  // What was chosen in another workspace need not be here.
  const names = [...new Set([...known, ...(chosen ?? [])])];
  return (
    <>
      <Checkbox
        label="All properties of the features"
        checked={chosen === undefined}
        onChange={(event) => onChange({ properties: event.currentTarget.checked ? undefined : known })}
      />
      {chosen ? (
        <MultiSelect
          aria-label="Properties"
          placeholder={chosen.length === 0 ? 'None of the features’ own properties' : ''}
          data={names}
          searchable
          clearable
          value={chosen}
          onChange={(properties) => onChange({ properties })}
        />
      ) : null}
    </>
  );
}
