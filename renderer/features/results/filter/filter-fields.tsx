import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUtc } from '../../../../shared/format.ts';
import { readTypedTime } from '../../../../shared/relative-time.ts';
import {
  analyticDisplayName,
  analyticGroup,
  analyticGroups,
  analyticGroupTitles,
} from '../../../../shared/results/analytics.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { relativeChange, resolveFilterTime } from '../../../../shared/results/relative-filter.ts';
import { type ReviewState, reviewStateSchema } from '../../../../shared/review/review.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useFieldValues } from '../../../context/use-results-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { UtcInput } from '../../../ui/utc-input.tsx';
import { texts } from '../texts.ts';
import styles from './filter.module.css';

type ListMember = 'analytics' | 'places' | 'regions' | 'sensors' | 'verdicts';

/** Filters by analytics, also by all of a group at once: ships of one pass may be of another analytic than those of the next. */
export function AnalyticFilter() {
  const counts = useValueCounts('analytics', 'analytic');
  const groups = analyticGroups.flatMap((group) => {
    const members = counts.filter(({ name }) => analyticGroup(name) === group);
    if (members.length < 2) return [];
    const known = members.flatMap(({ count }) => count ?? []);
    const sum =
      known.length === members.length ? known.reduce((total, count) => total + count, 0) : undefined;
    return [{ value: `all ${group}`, title: texts.fields.all(analyticGroupTitles[group]), sum, members }];
  });
  return (
    <ListFilter
      member="analytics"
      label={texts.fields.analytic}
      placeholder={texts.fields.anyAnalytic}
      data={[
        ...groups.map(({ value, title, sum }) => ({ value, label: texts.fields.valueCount(title, sum) })),
        ...counts.map(({ name, count }) => ({
          value: name,
          label: texts.fields.valueCount(analyticDisplayName(name), count),
        })),
      ]}
      expand={(value) => groups.find((group) => group.value === value)?.members.map(({ name }) => name)}
    />
  );
}

/** Filters by the nearest ports. */
export function PlaceFilter() {
  const places = useValueCounts('places', 'place');
  return (
    <ListFilter
      member="places"
      label={texts.fields.place}
      placeholder={texts.fields.anyPlace}
      data={places.map(({ name, count }) => ({ value: name, label: texts.fields.valueCount(name, count) }))}
    />
  );
}

/** Filters by verdicts. */
export function VerdictFilter() {
  return (
    <ListFilter
      member="verdicts"
      label={texts.fields.verdict}
      placeholder={texts.fields.anyVerdict}
      data={reviewStateSchema.options.map((value) => ({ value, label: capitalized(value) }))}
    />
  );
}

/** Filters by regions of the service. */
export function RegionFilter() {
  const counts = useWorkspaceCounts();
  return (
    <ListFilter
      member="regions"
      label={texts.fields.region}
      placeholder={texts.fields.anyRegion}
      data={counts.state === 'ready' ? [...counts.value.regions] : []}
    />
  );
}

/** Filters by sensors. */
export function SensorFilter() {
  const sensors = useFieldValues('sensor', '').data ?? [];
  return (
    <ListFilter
      member="sensors"
      label={texts.fields.sensor}
      placeholder={texts.fields.anySensor}
      data={sensors.map(({ value }) => value)}
    />
  );
}

/**
 * The values of all detections, the most frequent first. `count` is how many match the rest of the filter; undefined until
 * that is known. A value that is filtered by stays listed without detections.
 */
function useValueCounts(
  member: 'analytics' | 'places',
  by: 'analytic' | 'place',
): readonly { readonly name: string; readonly count: number | undefined }[] {
  const { [member]: chosen = noValues, ...others } = useResults((state) => state.filter);
  const all = useGroups({}, by);
  const matching = useGroups(others, by);
  const names = [...(matching?.keys() ?? []), ...(all?.keys() ?? []), ...chosen];
  return [...new Set(names)].map((name) => ({ name, count: matching && (matching.get(name) ?? 0) }));
}

/** The number of detections by value; undefined until they are counted. */
function useGroups(
  filter: DetectionFilter,
  by: 'analytic' | 'place',
): ReadonlyMap<string, number> | undefined {
  const { queries } = useApp();
  const { data } = useQuery(queries.results.groupCounts.queryOptions({ filter, by }));
  return data && new Map(data.flatMap(({ key, count }) => (key === null ? [] : [[key, count] as const])));
}

function ListFilter({
  member,
  label,
  placeholder,
  data,
  expand,
}: {
  readonly member: ListMember;
  readonly label: string;
  readonly placeholder: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
  /** The values that an option stands for; undefined where it stands for itself. */
  readonly expand?: (value: string) => readonly string[] | undefined;
}) {
  const { stores } = useApp();
  const chosen: readonly string[] = useResults((state) => state.filter[member]) ?? noValues;
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const choose = (options: readonly string[]) => {
    const values = new Set(options.flatMap((option) => expand?.(option) ?? option));
    // Left open, the list would cover the field that is filled in next.
    setIsOpen(false);
    stores.results.getState().setFilter({
      [member]: values.size > 0 ? ([...values] as ReviewState[]) : undefined,
    });
  };
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length > 0 ? '' : placeholder}
      data={[...data]}
      searchable
      selectFirstOptionOnChange
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchValue={search}
      onSearchChange={setSearch}
      value={[...chosen]}
      onChange={choose}
      onKeyDown={(event) => {
        // Mantine handles a highlighted option; those that were loaded after the last letter are not highlighted.
        if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return;
        const match = onlyMatch(data, search);
        if (match === undefined || chosen.includes(match)) return;
        event.preventDefault();
        choose([...chosen, match]);
        setSearch('');
      }}
    />
  );
}

/** The value that a typed text names, or the only one whose label contains it. */
function onlyMatch(
  data: readonly (string | { readonly value: string; readonly label: string })[],
  typed: string,
): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  const options = data.map((item) => (typeof item === 'string' ? { value: item, label: item } : item));
  const named = options.find(({ value }) => value.toLowerCase() === text);
  const containing = options.filter(({ label }) => label.toLowerCase().includes(text));
  return (named ?? (containing.length === 1 ? containing[0] : undefined))?.value;
}

const noValues: readonly string[] = [];

/** Filters by text in sensor, record, chip or properties. */
export function TextFilter() {
  const { stores } = useApp();
  const text = useResults((state) => state.filter.text ?? '');
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  // The filter can also be changed elsewhere, such as by a filter chip.
  if (text !== shown) {
    setShown(text);
    setTyped(text);
  }
  const apply = useDebouncedCallback(
    (value: string) => {
      setShown(value.trim());
      stores.results.getState().setFilter({ text: value.trim() || undefined });
    },
    { delay: 250, flushOnUnmount: true },
  );
  return (
    <TextInput
      label={texts.fields.text}
      placeholder={texts.fields.textExample}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}

/** Filters by minimum confidence. */
export function ConfidenceFilter() {
  const { stores } = useApp();
  const minConfidence = useResults((state) => state.filter.minConfidence);
  return (
    <NumberInput
      label={texts.fields.confidence}
      placeholder="0.00"
      min={0}
      max={1}
      step={0.05}
      decimalScale={2}
      value={minConfidence ?? ''}
      onChange={(value) =>
        stores.results.getState().setFilter({ minConfidence: typeof value === 'number' ? value : undefined })
      }
    />
  );
}

/** Filters to flagged or to unflagged detections. */
export function FlaggedFilter() {
  const { stores } = useApp();
  const flagged = useResults((state) => state.filter.flagged);
  return (
    <Select
      label={texts.fields.flag}
      placeholder={texts.fields.anyFlag}
      clearable
      data={[
        { value: 'true', label: texts.fields.flagged },
        { value: 'false', label: texts.fields.notFlagged },
      ]}
      value={flagged === undefined ? null : String(flagged)}
      onChange={(value) =>
        stores.results.getState().setFilter({ flagged: value === null ? undefined : value === 'true' })
      }
    />
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const lastDays = [1, 3, 7, 30] as const;

/** Sets the collection time to the days before now; the fields below show from which time on. */
export function LastDays() {
  const { stores } = useApp();
  const filter = () => stores.results.getState().filter;
  return (
    <div className={styles.lastDays}>
      <span>{texts.fields.lastDays}</span>
      {lastDays.map((days) => (
        <TextButton
          key={days}
          onClick={() =>
            stores.results.getState().setFilter({
              ...relativeChange(filter(), 'collectedFrom', lastText(days), Date.now()),
              collectedTo: undefined,
            })
          }
        >
          {texts.fields.days(days)}
        </TextButton>
      ))}
    </div>
  );
}

const lastText = (days: number) => `last ${days} days`;

/** Filters by one bound of a time field. A time relative to now is shown as the time that it means. */
export function TimeFilter({
  member,
  label,
}: {
  readonly member: 'collectedFrom' | 'collectedTo' | 'uploadedFrom' | 'uploadedTo';
  readonly label: string;
}) {
  const { stores } = useApp();
  const time = useResults((state) => state.filter[member]);
  const [typed, setTyped] = useState(() => timeText(time));
  const [shown, setShown] = useState(time);
  if (time !== shown) {
    setShown(time);
    setTyped(timeText(time));
  }
  const parsed = readTypedTime(typed, Date.now());
  return (
    <UtcInput
      label={label}
      value={typed}
      staysRelative
      isEnd={member === 'collectedTo' || member === 'uploadedTo'}
      error={typed.trim() === '' || parsed.ok ? undefined : parsed.failure.message}
      onChange={(text) => {
        setTyped(text);
        const instant = readTypedTime(text, Date.now());
        if (!instant.ok && text.trim() !== '') return;
        const value = instant.ok ? Date.parse(instant.value) : undefined;
        setShown(value);
        const { filter, setFilter } = stores.results.getState();
        setFilter({ [member]: value, ...relativeChange(filter, member, text, Date.now()) });
      }}
      onBlur={() => {
        if (resolveFilterTime(typed, Date.now()) !== undefined) setTyped(timeText(time));
      }}
    />
  );
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : formatUtc(time, { zone: false }).slice(0, 16);
}
