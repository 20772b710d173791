import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { canHave } from '../../../shared/exchange/export-checks.ts';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import { layerFieldsOf } from './export-choice.ts';
import { texts } from './texts.ts';

type Chips = ExportOptions['chips'];

type OptionProps = {
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
};

/** Choices to include with the detections, limited to what the format can contain. */
export function ExportOptionFields(props: OptionProps) {
  const { options } = props;
  const { includesFootprints, chips } = exportFormatInfo(options.format);
  return (
    <>
      <OptionBox name="reviews" label={texts.options.reviews} {...props} />
      <OptionBox name="places" label={texts.options.places} {...props} />
      <OptionBox name="presence" label={texts.options.presence} {...props} />
      {canHave(options, 'layerFields') ? <LayerFields {...props} /> : null}
      <OptionBox
        name="footprints"
        label={includesFootprints ? texts.options.footprintsInFile : texts.options.footprintsInSecondFile}
        {...props}
      />
      <OptionBox name="passes" label={texts.options.passes} {...props} />
      <OptionBox name="qgisProject" label={texts.options.qgisProject} {...props} />
      <OptionBox name="byteOrderMark" label={texts.options.byteOrderMark} {...props} />
      {chips === 'never' || !canHave(options, 'chips') ? null : <ChipsField place={chips} {...props} />}
      {canHave(options, 'properties') ? <PropertyFields {...props} /> : null}
    </>
  );
}

/** Nothing where the format cannot have the option. */
function OptionBox({
  name,
  label,
  options,
  onChange,
}: OptionProps & {
  readonly name:
    | 'reviews'
    | 'places'
    | 'presence'
    | 'footprints'
    | 'passes'
    | 'qgisProject'
    | 'byteOrderMark';
  readonly label: string;
}) {
  if (!canHave(options, name)) return null;
  return (
    <Checkbox
      label={label}
      checked={options[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
}

/** Offers the columns about layers that the table shows. */
function LayerFields({ options, onChange }: OptionProps) {
  const shown = useDock(({ columns }) => columns);
  const fields = layerFieldsOf(shown);
  if (fields.length === 0) return null;
  return (
    <Checkbox
      label={texts.options.layerFields(fields.map(fieldTitle))}
      checked={(options.layerFields ?? []).length > 0}
      onChange={(event) => onChange({ layerFields: event.currentTarget.checked ? [...fields] : [] })}
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
