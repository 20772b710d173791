import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { useProperties } from '../../context/use-results-queries.ts';

const chipChoices: readonly { readonly value: ExportOptions['chips']; readonly label: string }[] = [
  { value: 'none', label: 'No image chips' },
  { value: 'cached', label: 'Cached image chips, as a ZIP file' },
  { value: 'fetched', label: 'All image chips (missing ones are fetched first), as a ZIP file' },
];

type OptionProps = {
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
};

/** What to include with the detections, limited to what the format can contain. */
export function ExportOptionFields({ options, onChange }: OptionProps) {
  const { content: holds, includesFootprints: holdsFootprints } = exportFormatInfo(options.format);
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
          label="Byte order mark (for Excel to detect UTF-8)"
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
  // The saved choice may name properties that only another workspace has.
  const names = [...new Set([...known, ...(chosen ?? [])])];
  return (
    <>
      <Checkbox
        label="All feature properties"
        checked={chosen === undefined}
        onChange={(event) => onChange({ properties: event.currentTarget.checked ? undefined : known })}
      />
      {chosen ? (
        <MultiSelect
          aria-label="Properties"
          placeholder={chosen.length === 0 ? 'No feature properties' : ''}
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
