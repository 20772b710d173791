import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { useProperties } from '../../context/use-results-queries.ts';
import { texts } from './texts.ts';

const chipChoices: readonly { readonly value: ExportOptions['chips']; readonly label: string }[] = [
  { value: 'none', label: texts.options.chips.none },
  { value: 'cached', label: texts.options.chips.cached },
  { value: 'fetched', label: texts.options.chips.all },
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
            label={texts.options.reviews}
            checked={options.reviews}
            onChange={(event) => onChange({ reviews: event.currentTarget.checked })}
          />
          <Checkbox
            label={texts.options.places}
            checked={options.places}
            onChange={(event) => onChange({ places: event.currentTarget.checked })}
          />
          <Checkbox
            label={holdsFootprints ? texts.options.footprintsInFile : texts.options.footprintsInSecondFile}
            checked={options.footprints}
            onChange={(event) => onChange({ footprints: event.currentTarget.checked })}
          />
        </>
      ) : null}
      {options.format === 'gpkg' ? (
        <Checkbox
          label={texts.options.qgisProject}
          checked={options.qgisProject}
          onChange={(event) => onChange({ qgisProject: event.currentTarget.checked })}
        />
      ) : null}
      {options.format === 'csv' ? (
        <Checkbox
          label={texts.options.byteOrderMark}
          checked={options.byteOrderMark}
          onChange={(event) => onChange({ byteOrderMark: event.currentTarget.checked })}
        />
      ) : null}
      <Select
        label={texts.options.chips.label}
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
        label={texts.options.allProperties}
        checked={chosen === undefined}
        onChange={(event) => onChange({ properties: event.currentTarget.checked ? undefined : known })}
      />
      {chosen ? (
        <MultiSelect
          aria-label={texts.options.properties}
          placeholder={chosen.length === 0 ? texts.options.noProperties : ''}
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
