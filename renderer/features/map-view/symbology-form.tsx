import { SegmentedControl, Select, Switch } from '@mantine/core';
import { categoryFields, definitionOf, quantityFields } from '../../../shared/results/builtin-fields.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { groupByField } from '../../../shared/results/field-groups.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { layerFields, numericLayerFields } from '../../../shared/results/layer-fields.ts';
import { useApp } from '../../context/app-context.tsx';
import { useLoadedLayers } from '../../context/use-live-queries.ts';
import { useParameters, useProperties } from '../../context/use-results-queries.ts';
import { useMapDisplay, useUi } from '../../context/use-stores.ts';
import { labelTitle, mapLabels } from '../../map/field-title.ts';
import type { DensityMode, MapLabel } from '../../map/map-types.ts';
import styles from './map.module.css';
import { texts } from './texts.ts';

const densityChoices: readonly { readonly value: DensityMode; readonly label: string }[] = [
  { value: 'auto', label: texts.symbology.automatic },
  { value: 'off', label: texts.symbology.points },
  { value: 'on', label: texts.symbology.density },
];
const noChoice = '';
/** The popover would treat a click in a list in a portal as a click outside, and close. */
const listInsidePopover = { withinPortal: false };

/** The choice of points or density, colors, sizes, headings and labels. */
export function SymbologyForm() {
  return (
    <div className={styles.display}>
      <DensityChoice />
      <SavesDrawingSwitch />
      <ColorChoice />
      <SizeChoice />
      <HeadingSwitch />
      <LabelChoice />
    </div>
  );
}

function DensityChoice() {
  const { mapDisplay } = useApp().stores;
  const density = useMapDisplay((state) => state.density);
  return (
    <div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.symbology.pointsOrDensity}
        data={[...densityChoices]}
        value={density}
        onChange={(value) => mapDisplay.getState().change({ density: value })}
      />
      <p className={styles.remark}>{texts.symbology.automaticHint}</p>
    </div>
  );
}

/** Shown where it has an effect, or where it was turned off. */
function SavesDrawingSwitch() {
  const { mapDisplay } = useApp().stores;
  const savesDrawing = useMapDisplay((state) => state.savesDrawing);
  const isLimited = useUi((state) => state.density?.symbolLimit !== undefined);
  if (savesDrawing && !isLimited) return null;
  return (
    <Switch
      size="xs"
      label={texts.symbology.savesDrawing}
      checked={savesDrawing}
      onChange={({ currentTarget }) => mapDisplay.getState().change({ savesDrawing: currentTarget.checked })}
    />
  );
}

/** Fields that repeat, except those whose state the marks show anyway. */
const colorCategories = categoryFields.filter(
  (field) => field !== 'analytic' && definitionOf(field).origin !== 'review',
);

function ColorChoice() {
  const { mapDisplay } = useApp().stores;
  const colorBy = useMapDisplay((state) => state.colorBy);
  const properties = useProperties();
  const fields: DetectionField[] = [
    ...colorCategories,
    ...quantityFields,
    ...properties.map(({ name }) => `property:${name}` as const),
    ...useParameters().map(({ name }) => `parameter:${name}` as const),
    ...(useLoadedLayers() ?? []).flatMap(layerFields),
  ];
  return (
    <FieldChoice
      label={texts.symbology.colorBy}
      none={fieldTitle('analytic')}
      fields={fields}
      value={colorBy}
      onChange={(field) => mapDisplay.getState().change({ colorBy: field })}
    />
  );
}

function SizeChoice() {
  const { mapDisplay } = useApp().stores;
  const sizeBy = useMapDisplay((state) => state.sizeBy);
  const numeric = useProperties().filter(({ type }) => type === 'number');
  const fields: DetectionField[] = [
    ...quantityFields,
    ...numeric.map(({ name }) => `property:${name}` as const),
    ...useParameters()
      .filter(({ type }) => type === 'number')
      .map(({ name }) => `parameter:${name}` as const),
    ...(useLoadedLayers() ?? []).flatMap(numericLayerFields),
  ];
  return (
    <FieldChoice
      label={texts.symbology.sizeBy}
      none={texts.symbology.uniform}
      fields={fields}
      value={sizeBy}
      onChange={(field) => mapDisplay.getState().change({ sizeBy: field })}
    />
  );
}

/** A list of fields, of which one or none is chosen. */
function FieldChoice({
  label,
  none,
  fields,
  value,
  onChange,
}: {
  readonly label: string;
  /** Title of the choice of no field. */
  readonly none: string;
  readonly fields: readonly DetectionField[];
  readonly value: DetectionField | null;
  readonly onChange: (field: DetectionField | null) => void;
}) {
  // A choice persisted from another workspace must be listed so that it can be removed.
  const choices = value === null || fields.includes(value) ? fields : [...fields, value];
  return (
    <Select
      label={label}
      size="xs"
      allowDeselect={false}
      comboboxProps={listInsidePopover}
      searchable={choices.length > 8}
      data={[
        { value: noChoice, label: none },
        ...groupByField(choices, (field) => field).map(({ group, items }) => ({
          group,
          items: items.map((field) => ({ value: field, label: fieldTitle(field) })),
        })),
      ]}
      value={value ?? noChoice}
      onChange={(chosen) => onChange(choices.find((field) => field === chosen) ?? null)}
    />
  );
}

function HeadingSwitch() {
  const { mapDisplay } = useApp().stores;
  const headings = useMapDisplay((state) => state.headings);
  return (
    <Switch
      label={texts.symbology.headings}
      size="xs"
      checked={headings}
      onChange={(event) => mapDisplay.getState().change({ headings: event.currentTarget.checked })}
    />
  );
}

function LabelChoice() {
  const { mapDisplay } = useApp().stores;
  const label = useMapDisplay((state) => state.label);
  const properties = useProperties();
  const choices: MapLabel[] = [...mapLabels, ...properties.map(({ name }) => `property:${name}` as const)];
  if (label !== null && !choices.includes(label)) choices.push(label);
  return (
    <Select
      label={texts.symbology.labels}
      size="xs"
      allowDeselect={false}
      comboboxProps={listInsidePopover}
      searchable
      data={[
        { value: noChoice, label: texts.symbology.noLabel },
        ...groupByField(choices, (choice) => choice).map(({ group, items }) => ({
          group,
          items: items.map((choice) => ({ value: choice, label: labelTitle(choice) })),
        })),
      ]}
      value={label ?? noChoice}
      onChange={(value) =>
        mapDisplay.getState().change({ label: choices.find((choice) => choice === value) ?? null })
      }
    />
  );
}
