import { SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import {
  type AreaUnit,
  areaUnits,
  type DistanceUnit,
  displayLanguages,
  displayNotations,
  distanceUnits,
  type ObjectLengthUnit,
  objectLengthUnits,
} from '../../../shared/display-format.ts';
import { formatCount, formatMetres, formatObjectLength, formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { useSettings } from '../../context/use-stores.ts';
import styles from './settings-dialog.module.css';
import { texts } from './texts.ts';

/** Units are their own symbols. */
const symbols = <Unit extends string>(units: readonly Unit[]) =>
  Object.fromEntries(units.map((unit) => [unit, unit])) as Record<Unit, Unit>;
const distances: Record<DistanceUnit, string> = symbols(distanceUnits);
const lengths: Record<ObjectLengthUnit, string> = symbols(objectLengthUnits);
const areas: Record<AreaUnit, string> = symbols(areaUnits);

/** Display of numbers, dates, units, times and positions are displayed, with a sample. */
export function UnitsSection() {
  const { language, distance, length, area, times, notation, change } = useSettings((state) => state);
  const { units } = texts;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <SettingRow label={units.language}>
        <Select
          aria-label={units.language}
          w={290}
          data={displayLanguages.map((value) => ({ value, label: units.languages[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(next) => next && change({ language: next })}
        />
      </SettingRow>
      <ChoiceRow
        label={units.distance}
        hint={units.distanceHint}
        value={distance}
        choices={distances}
        onChange={(next) => change({ distance: next })}
      />
      <ChoiceRow
        label={units.length}
        hint={units.lengthHint}
        value={length}
        choices={lengths}
        onChange={(next) => change({ length: next })}
      />
      <ChoiceRow
        label={units.area}
        value={area}
        choices={areas}
        onChange={(next) => change({ area: next })}
      />
      <ChoiceRow
        label={units.times}
        hint={units.timesHint}
        value={times}
        choices={{ utc: units.utc, local: units.local(zone) }}
        onChange={(next) => change({ times: next })}
      />
      <SettingRow label={units.notation} hint={units.notationHint}>
        <Select
          aria-label={units.notation}
          w={212}
          data={displayNotations.map((value) => ({ value, label: units.notations[value] }))}
          value={notation}
          allowDeselect={false}
          onChange={(next) => next && change({ notation: next })}
        />
      </SettingRow>
      <div className={styles.sample}>
        <p className={styles.hint}>{units.sample}</p>
        <output aria-label={units.sample}>{sampleText()}</output>
      </div>
      <p className={styles.hint}>{units.exports}</p>
    </>
  );
}

/** One value of each kind, in the format in use. */
function sampleText(): string {
  return [
    formatObjectLength(320.6),
    formatMetres(23_150),
    formatSquareMetres(4_120_000),
    formatPosition([129.0968, 34.8946]),
    formatTime('2026-11-20T01:21:45Z'),
    formatCount(13_495),
  ].join(' · ');
}

/** Theme and density. */
export function AppearanceSection() {
  const { theme, density, change } = useSettings((state) => state);
  const { appearance } = texts;
  return (
    <>
      <ChoiceRow
        label={appearance.theme}
        hint={appearance.themeHint}
        value={theme}
        choices={appearance.themes}
        onChange={(next) => change({ theme: next })}
      />
      <ChoiceRow
        label={appearance.density}
        value={density}
        choices={appearance.densities}
        onChange={(next) => change({ density: next })}
      />
    </>
  );
}

/** A setting: its label with a hint at the left, its control at the right. */
function SettingRow({
  label,
  hint,
  children,
}: {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <div className={styles.rowText}>
        <div className={styles.rowLabel}>{label}</div>
        {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** A setting with few choices. */
function ChoiceRow<Value extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  /** The text of each choice. */
  readonly choices: Readonly<Record<Value, string>>;
  onChange(value: Value): void;
}) {
  const id = useId();
  return (
    <SettingRow label={<span id={id}>{label}</span>} hint={hint}>
      <SegmentedControl
        aria-labelledby={id}
        data={(Object.keys(choices) as Value[]).map((choice) => ({ value: choice, label: choices[choice] }))}
        value={value}
        onChange={onChange}
      />
    </SettingRow>
  );
}
