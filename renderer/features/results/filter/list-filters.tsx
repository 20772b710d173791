import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { type ReviewState, reviewStateSchema } from '../../../../shared/review/review.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useFieldValues } from '../../../context/use-results-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';

type ListMember = 'analytics' | 'places' | 'regions' | 'sensors' | 'verdicts';

/** Filters by analytics, regions, sensors and verdicts; each accepts several values. */
export function ListFilters() {
  const counts = useWorkspaceCounts();
  const known = counts.state === 'ready' ? counts.value : { byAnalytic: [], regions: [] };
  const sensors = useFieldValues('sensor', '').data ?? [];
  const places = usePlaceCounts();
  const verdicts = reviewStateSchema.options.map((value) => ({ value, label: capitalized(value) }));
  return (
    <>
      <ListFilter
        member="analytics"
        label={texts.fields.analytic}
        placeholder={texts.fields.anyAnalytic}
        data={known.byAnalytic.map(({ analytic }) => ({
          value: analytic,
          label: analyticDisplayName(analytic),
        }))}
      />
      <ListFilter
        member="places"
        label={texts.fields.place}
        placeholder={texts.fields.anyPlace}
        data={places.map(({ name, count }) => ({ value: name, label: texts.fields.placeCount(name, count) }))}
      />
      <ListFilter
        member="regions"
        label={texts.fields.region}
        placeholder={texts.fields.anyRegion}
        data={[...known.regions]}
      />
      <ListFilter
        member="sensors"
        label={texts.fields.sensor}
        placeholder={texts.fields.anySensor}
        data={sensors.map(({ value }) => value)}
      />
      <ListFilter
        member="verdicts"
        label={texts.fields.verdict}
        placeholder={texts.fields.anyVerdict}
        data={verdicts}
      />
    </>
  );
}

/** The places of all detections, the busiest first; one that is filtered by stays listed without detections. */
function usePlaceCounts(): readonly { readonly name: string; readonly count: number }[] {
  const { queries } = useApp();
  const chosen = useResults((state) => state.filter.places) ?? noValues;
  const { data } = useQuery(queries.results.groupCounts.queryOptions({ filter: {}, by: 'place' }));
  const counted = (data ?? []).flatMap(({ key, count }) => (key === null ? [] : [{ name: key, count }]));
  const known = new Set(counted.map(({ name }) => name));
  return [...counted, ...chosen.filter((name) => !known.has(name)).map((name) => ({ name, count: 0 }))];
}

function ListFilter({
  member,
  label,
  placeholder,
  data,
}: {
  readonly member: ListMember;
  readonly label: string;
  readonly placeholder: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
}) {
  const { stores } = useApp();
  const chosen: readonly string[] = useResults((state) => state.filter[member]) ?? noValues;
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const choose = (values: readonly string[]) => {
    // Left open, the list would cover the field that is filled in next.
    if (search !== '') setIsOpen(false);
    stores.results.getState().setFilter({
      [member]: values.length > 0 ? ([...values] as ReviewState[]) : undefined,
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
