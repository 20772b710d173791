import { Popover, SegmentedControl, Select, Switch, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { useApp } from '../../app/app-context.tsx';
import { useMapDisplay } from '../../app/use-stores.ts';
import type { DensityMode } from '../../map/map-types.ts';
import type { MapLabel } from '../../stores/map-display-store.ts';
import { useProperties } from '../dock/use-results-queries.ts';
import { fieldTitle, labelTitles } from './field-title.ts';
import styles from './map.module.css';

const densityChoices: readonly { readonly value: DensityMode; readonly label: string }[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'off', label: 'Points' },
  { value: 'on', label: 'Density' },
];
const nothing = '';
/** A list that lay outside of the menu would close it when it is pressed. */
const insideMenu = { withinPortal: false };

/** How detections look on the map: points or density, sizes, headings, labels. */
export function DisplayMenu() {
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={270}>
      <Popover.Target>
        <Tooltip label="How detections look">
          <UnstyledButton className={styles.tool} aria-label="How detections look">
            <IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="How detections look">
        <div className={styles.display}>
          <DensityChoice />
          <SizeChoice />
          <HeadingSwitch />
          <LabelChoice />
        </div>
      </Popover.Dropdown>
    </Popover>
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
        aria-label="Points or density"
        data={[...densityChoices]}
        value={density}
        onChange={(value) => mapDisplay.setState({ density: value })}
      />
      <p className={styles.remark}>Automatic shows density where points would cover each other.</p>
    </div>
  );
}

function SizeChoice() {
  const { mapDisplay } = useApp().stores;
  const sizeBy = useMapDisplay((state) => state.sizeBy);
  const numeric = useProperties().filter(({ type }) => type === 'number');
  const fields: DetectionField[] = ['confidence', ...numeric.map(({ name }) => `property:${name}` as const)];
  // One that is kept from another workspace must be seen to be taken off.
  if (sizeBy !== null && !fields.includes(sizeBy)) fields.push(sizeBy);
  return (
    <Select
      label="Size by"
      size="xs"
      allowDeselect={false}
      comboboxProps={insideMenu}
      searchable={fields.length > 8}
      data={[
        { value: nothing, label: 'All alike' },
        ...fields.map((field) => ({ value: field, label: fieldTitle(field) })),
      ]}
      value={sizeBy ?? nothing}
      onChange={(value) => mapDisplay.setState({ sizeBy: fields.find((field) => field === value) ?? null })}
    />
  );
}

function HeadingSwitch() {
  const { mapDisplay } = useApp().stores;
  const headings = useMapDisplay((state) => state.headings);
  return (
    <Switch
      label="Point where it heads, when near"
      size="xs"
      checked={headings}
      onChange={(event) => mapDisplay.setState({ headings: event.currentTarget.checked })}
    />
  );
}

function LabelChoice() {
  const { mapDisplay } = useApp().stores;
  const label = useMapDisplay((state) => state.label);
  const properties = useProperties();
  const choices: MapLabel[] = [
    ...labelTitles.keys(),
    ...properties.map(({ name }) => `property:${name}` as const),
  ];
  if (label !== null && !choices.includes(label)) choices.push(label);
  return (
    <Select
      label="Label, when near"
      size="xs"
      allowDeselect={false}
      comboboxProps={insideMenu}
      searchable
      data={[
        { value: nothing, label: 'None' },
        ...choices.map((choice) => ({ value: choice, label: fieldTitle(choice) })),
      ]}
      value={label ?? nothing}
      onChange={(value) => mapDisplay.setState({ label: choices.find((choice) => choice === value) ?? null })}
    />
  );
}
