import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { canHave } from '../../../shared/exchange/export-checks.ts';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import { type FieldRow, FormRows } from '../../ui/form/form.tsx';
import { layerFieldsOf } from './export-choice.ts';
import { texts } from './texts.ts';

type Chips = ExportOptions['chips'];

type OptionProps = {
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
};

/** Choices to include with the detections, limited to what the format can contain. */
export function ExportOptionFields(props: OptionProps) {
  const { options, onChange } = props;
  const { includesFootprints, chips } = exportFormatInfo(options.format);
  const { footprintsInFile, footprintsInSecondFile, ...labels } = texts.options;
  const fields = layerFieldsOf(useDock(({ columns }) => columns));
  const box = (name: keyof ExportOptions & keyof typeof labels) =>
    ({
      kind: 'check',
      name,
      label: labels[name],
      shownIf: canHave(options, name),
    }) as FieldRow<ExportOptions>;
  return (
    <FormRows
      form={{ values: options, change: onChange }}
      rows={[
        box('reviews'),
        box('places'),
        box('presence'),
        // The columns about layers that the table shows.
        {
          ...{ kind: 'check', name: 'layerFields', label: texts.options.layerFields(fields.map(fieldTitle)) },
          shownIf: canHave(options, 'layerFields') && fields.length > 0,
          value: (options.layerFields ?? []).length > 0,
          onChange: (isChosen: boolean) => onChange({ layerFields: isChosen ? [...fields] : [] }),
        },
        {
          ...{ kind: 'check', name: 'footprints', shownIf: canHave(options, 'footprints') },
          label: includesFootprints ? footprintsInFile : footprintsInSecondFile,
        },
        box('passes'),
        box('qgisProject'),
        box('byteOrderMark'),
        chips === 'never' || !canHave(options, 'chips') ? null : (
          <ChipsField key="chips" place={chips} {...props} />
        ),
        canHave(options, 'properties') ? <PropertyFields key="properties" {...props} /> : null,
      ]}
    />
  );
}

function ChipsField({
  place,
  options,
  onChange,
}: OptionProps & { readonly place: 'in the file' | 'always in the file' | undefined }) {
  const { label, none, cached, all, cachedInFile, allInFile } = texts.options.chips;
  const choices: readonly { readonly value: Chips; readonly label: string }[] = [
    ...(place === 'always in the file' ? [] : [{ value: 'none', label: none } as const]),
    { value: 'cached', label: place ? cachedInFile : cached },
    { value: 'fetched', label: place ? allInFile : all },
  ];
  const isMissing = !choices.some(({ value }) => value === options.chips);
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={[...choices]}
      value={isMissing ? 'cached' : options.chips}
      onChange={(value) => onChange({ chips: (value ?? 'none') as Chips })}
    />
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
