import { MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { parseUtcInput } from '../../../shared/utc-input.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useWorkspace } from '../../app/use-stores.ts';
import { formatUtc } from '../../components/format.ts';
import { UtcInput } from '../../components/utc-input.tsx';
import styles from './dock.module.css';

/** The filter's fields. What they restrict, map and table show alike. */
export function FilterBar() {
  const { stores } = useApp();
  const { setFilter } = stores.results.getState();
  const { analytics, regions, minConfidence } = useResults((state) => state.filter);
  const counts = useWorkspace((state) => state.counts);
  const known = counts.state === 'ready' ? counts.value : { byAnalytic: [], regions: [] };
  return (
    <search className={styles.filter} data-region="filter" aria-label="Filter detections">
      <TextFilter />
      <MultiSelect
        aria-label="Analytics"
        placeholder={analytics?.length ? '' : 'Any analytic'}
        data={known.byAnalytic.map(({ analytic }) => ({
          value: analytic,
          label: analyticDisplayName(analytic),
        }))}
        value={analytics ?? []}
        onChange={(chosen) => setFilter({ analytics: chosen.length > 0 ? chosen : undefined })}
      />
      <MultiSelect
        aria-label="Regions"
        placeholder={regions?.length ? '' : 'Any region'}
        data={[...known.regions]}
        value={regions ?? []}
        onChange={(chosen) => setFilter({ regions: chosen.length > 0 ? chosen : undefined })}
      />
      <TimeFilter member="collectedFrom" label="Collected from (UTC)" placeholder="From (UTC)" />
      <TimeFilter member="collectedTo" label="Collected before (UTC)" placeholder="Before (UTC)" />
      <NumberInput
        aria-label="Minimum confidence"
        placeholder="Conf. ≥"
        min={0}
        max={1}
        step={0.05}
        decimalScale={2}
        value={minConfidence ?? ''}
        onChange={(value) => setFilter({ minConfidence: typeof value === 'number' ? value : undefined })}
      />
    </search>
  );
}

function TextFilter() {
  const { stores } = useApp();
  const text = useResults((state) => state.filter.text ?? '');
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  // The filter can also be changed from outside, such as by its chip.
  if (text !== shown) {
    setShown(text);
    setTyped(text);
  }
  const apply = useDebouncedCallback((value: string) => {
    setShown(value.trim());
    stores.results.getState().setFilter({ text: value.trim() || undefined });
  }, 250);
  return (
    <TextInput
      aria-label="Text in sensor, record, chip or properties"
      placeholder="Text…"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}

function TimeFilter({
  member,
  label,
  placeholder,
}: {
  readonly member: 'collectedFrom' | 'collectedTo';
  readonly label: string;
  readonly placeholder: string;
}) {
  const { stores } = useApp();
  const time = useResults((state) => state.filter[member]);
  const [typed, setTyped] = useState(() => timeText(time));
  const [shown, setShown] = useState(time);
  if (time !== shown) {
    setShown(time);
    setTyped(timeText(time));
  }
  const parsed = parseUtcInput(typed);
  return (
    <UtcInput
      label={label}
      labelHidden
      placeholder={placeholder}
      value={typed}
      error={typed.trim() === '' || parsed.ok ? undefined : parsed.failure.message}
      onChange={(text) => {
        setTyped(text);
        const instant = parseUtcInput(text);
        if (!instant.ok && text.trim() !== '') return;
        const value = instant.ok ? Date.parse(instant.value) : undefined;
        setShown(value);
        stores.results.getState().setFilter({ [member]: value });
      }}
    />
  );
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : formatUtc(time, { zone: false }).slice(0, 16);
}
