import { NumberInput, Popover, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import {
  type GeometryTolerance,
  type PassGrouping,
  type PassPageAnswer,
  usualTolerance,
} from '../../../../shared/passes/pass.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useLayers, usePasses } from '../../../app/use-stores.ts';
import { formatCount, formatQuantity } from '../../../components/format.ts';
import { TextButton } from '../../../components/text-button.tsx';
import { coverageLayerId } from '../../../map/passes/sync-passes.ts';
import styles from './passes.module.css';

const groupings: readonly { readonly value: PassGrouping; readonly label: string }[] = [
  { value: 'none', label: 'Not grouped' },
  { value: 'day', label: 'By day' },
  { value: 'sensor', label: 'By sensor' },
  { value: 'geometry', label: 'By similar geometry' },
  { value: 'place', label: 'By place' },
];

/** How passes are grouped and found, how many they are, and what can be done with those that are chosen. */
export function PassControls({ answer }: { readonly answer: PassPageAnswer | null }) {
  const { commands, stores } = useApp();
  const groupBy = usePasses((state) => state.groupBy);
  const text = usePasses((state) => state.text);
  const [typed, setTyped] = useState(text);
  const find = useDebouncedCallback((value: string) => stores.passes.setState({ text: value.trim() }), 250);
  const isCoverageOn = useLayers(
    ({ layers }) => layers.find(({ id }) => id === coverageLayerId)?.visible ?? false,
  );
  return (
    <div className={styles.controls}>
      <Select
        aria-label="Group passes"
        className={styles.grouping}
        data={[...groupings]}
        value={groupBy}
        allowDeselect={false}
        onChange={(value) => value && stores.passes.setState({ groupBy: value as PassGrouping, closed: [] })}
      />
      {groupBy === 'geometry' || groupBy === 'place' ? <ToleranceFields /> : null}
      <TextInput
        aria-label="Find passes by sensor, mode, polarization, product or vendor id"
        placeholder="Find…"
        className={styles.find}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          find(currentTarget.value);
        }}
      />
      <span
        className="muted numeric"
        title="Passes are filtered by time, sensor, place, and analytic, region, fetch and upload of their records. The rest of the filter changes the counts of detections alone."
      >
        {answer ? countText(answer, groupBy) : ''}
      </span>
      <span className="grow" />
      <TextButton aria-pressed={isCoverageOn} onClick={() => commands.run('passes.coverage')}>
        {isCoverageOn ? 'Hide coverage' : 'Coverage'}
      </TextButton>
    </div>
  );
}

function countText({ passes, groups, withoutFootprint }: PassPageAnswer, groupBy: PassGrouping): string {
  return [
    formatQuantity(passes, 'pass', 'passes'),
    ...(groupBy === 'none' ? [] : [formatQuantity(groups, 'group')]),
    ...(withoutFootprint > 0 ? [`${formatCount(withoutFootprint)} without a footprint`] : []),
  ].join(' · ');
}

/** What counts as similar. */
function ToleranceFields() {
  const { stores } = useApp();
  const tolerance = usePasses((state) => state.tolerance);
  const groupBy = usePasses((state) => state.groupBy);
  const change = (next: Partial<GeometryTolerance>) =>
    stores.passes.setState({ tolerance: { ...tolerance, ...next } });
  const shared = `${Math.round(tolerance.overlap * 100)} %`;
  const summary =
    groupBy === 'place' ? shared : `±${tolerance.incidence}° · ±${tolerance.azimuth}° · ${shared}`;
  return (
    <Popover position="top-start" withArrow trapFocus>
      <Popover.Target>
        <TextButton title="What counts as similar">{summary}</TextButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.tolerance}>
        {groupBy === 'geometry' ? (
          <>
            <AngleField
              label="Incidence differs by at most (°)"
              value={tolerance.incidence}
              most={90}
              onChange={(incidence) => change({ incidence })}
            />
            <AngleField
              label="Azimuth differs by at most (°)"
              value={tolerance.azimuth}
              most={180}
              onChange={(azimuth) => change({ azimuth })}
            />
          </>
        ) : null}
        <AngleField
          label="Footprints share at least (% of the smaller)"
          value={Math.round(tolerance.overlap * 100)}
          most={100}
          onChange={(percent) => change({ overlap: percent / 100 })}
        />
        <p className={styles.remark}>
          {groupBy === 'geometry'
            ? 'A group has one sensor type, mode and polarization; every pass is compared with the earliest of its group.'
            : 'Every pass is compared with the earliest of its group.'}
        </p>
        <TextButton onClick={() => change(usualTolerance)}>As at first</TextButton>
      </Popover.Dropdown>
    </Popover>
  );
}

function AngleField({
  label,
  value,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={0}
      max={most}
      clampBehavior="strict"
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  );
}
