import { Button, CloseButton, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconCode, IconForms } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { findAreaByRings } from '../../../../shared/areas/find-area-by-rings.ts';
import { shapeToRings } from '../../../../shared/areas/shape-to-rings.ts';
import { formatTime } from '../../../../shared/format.ts';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../../shared/results/field-title.ts';
import { numberRangeOf, withNumberRange } from '../../../../shared/results/filter-by-value.ts';
import { readingOf } from '../../../../shared/results/property-meaning.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useAreaList, useHasDetections } from '../../../context/use-live-queries.ts';
import { useProperties } from '../../../context/use-results-queries.ts';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { ExpressionField } from './expression-field.tsx';
import styles from './filter.module.css';
import {
  AnalyticFilter,
  ConfidenceFilter,
  FlaggedFilter,
  LastDays,
  PlaceFilter,
  RegionFilter,
  SensorFilter,
  TextFilter,
  TimeFilter,
  VerdictFilter,
} from './filter-fields.tsx';

/** Edits what is shown, as fields or as an expression. Each change applies at once. */
export function FilterEditor({ onClose }: { readonly onClose: () => void }) {
  const { commands, stores } = useApp();
  const mode = useUi((state) => state.filterMode);
  const isFiltered = useResults((state) => Object.keys(state.filter).length > 0);
  const asExpression = mode === 'expression';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A list that is open closes first.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    onClose();
  }

  return (
    <search className={styles.editor} data-mode={mode} aria-label={texts.editor.title} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.editor.title}</h2>
        <TextButton
          className={styles.mode}
          onClick={() => {
            stores.ui.getState().setFilterMode(asExpression ? 'fields' : 'expression');
            commands.run('results.filter');
          }}
        >
          {asExpression ? <IconForms size={15} aria-hidden /> : <IconCode size={15} aria-hidden />}
          {asExpression ? texts.editor.asFields : texts.editor.asExpression}
        </TextButton>
        <CloseButton size="sm" aria-label={texts.editor.close} onClick={onClose} />
      </div>
      <div className={styles.body} data-region="filter-fields">
        {asExpression ? (
          <>
            <ExpressionField />
            <p className={styles.hint}>
              {texts.editor.expressionHint.before} <code>{texts.editor.expressionHint.example}</code>.{' '}
              {texts.editor.expressionHint.after}
            </p>
          </>
        ) : (
          <Fields />
        )}
      </div>
      <div className={styles.foot}>
        <MapViewFilter />
        <span className="grow" />
        <TextButton disabled={!isFiltered} onClick={() => commands.run('results.clear-filter')}>
          {texts.editor.clear}
        </TextButton>
        <Button onClick={onClose}>{texts.editor.done}</Button>
      </div>
    </search>
  );
}

function Fields() {
  return (
    <div className={styles.fields}>
      <TextFilter />
      <VerdictFilter />
      <LastDays />
      <TimeFilter member="collectedFrom" label={texts.fields.collectedFrom} />
      <TimeFilter member="collectedTo" label={texts.fields.collectedBefore} />
      <PlaceFilter />
      <AreaFilter />
      <AnalyticFilter />
      <ConfidenceFilter />
      <NumberFilter field="length" />
      <MoreFields />
    </div>
  );
}

/** The fields that are needed less, found by their names; they are shown while one of them restricts. */
function MoreFields() {
  const isRestricted = useResults(({ filter }) => moreMembers.some((member) => filter[member] !== undefined));
  const [isOpen, setOpen] = useState(isRestricted);
  const [search, setSearch] = useState('');
  const numbers = useNumberFields();
  const { fields } = texts;
  if (!isOpen && !isRestricted) return <TextButton onClick={() => setOpen(true)}>{fields.more}</TextButton>;
  const all: readonly (readonly [label: string, field: ReactNode])[] = [
    [fields.region, <RegionFilter key="regions" />],
    [fields.sensor, <SensorFilter key="sensors" />],
    [fields.flag, <FlaggedFilter key="flagged" />],
    ...numbers.map((field) => [fieldTitle(field), <NumberFilter key={field} field={field} />] as const),
    [
      fields.uploadedFrom,
      <TimeFilter key="uploadedFrom" member="uploadedFrom" label={fields.uploadedFrom} />,
    ],
    [
      fields.uploadedBefore,
      <TimeFilter key="uploadedTo" member="uploadedTo" label={fields.uploadedBefore} />,
    ],
    [fields.fetchedBy, <FetchFilter key="fetchId" />],
  ];
  const text = search.trim().toLowerCase();
  const found = all.filter(([label]) => label.toLowerCase().includes(text));
  return (
    <>
      <TextInput
        className={styles.findField}
        label={fields.more}
        placeholder={fields.findField}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className={styles.hint}>{fields.noField}</p> : found.map(([, field]) => field)}
    </>
  );
}

const moreMembers = ['regions', 'sensors', 'flagged', 'uploadedFrom', 'uploadedTo', 'fetchId'] as const;

/** Filters to detections inside an area of interest. */
function AreaFilter() {
  const { stores } = useApp();
  const areas = useAreaList();
  const within = useResults((state) => state.filter.within);
  const chosen = within ? (findAreaByRings(within, areas)?.id ?? '') : null;
  const choices = areas.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={texts.fields.area}
      placeholder={texts.fields.anyArea}
      clearable
      searchable
      data={chosen === '' ? [...choices, { value: '', label: texts.fields.drawnOutline }] : choices}
      value={chosen}
      nothingFoundMessage={texts.fields.noArea}
      onChange={(id) => {
        const area = areas.find((one) => one.id === id);
        stores.results.getState().setFilter({ within: area ? shapeToRings(area.shape) : undefined });
      }}
    />
  );
}

/** Filters to the current map extent; the extent stays fixed when the map moves. */
function MapViewFilter() {
  const { commands, stores } = useApp();
  const isOn = useResults((state) => state.filter.boundingBox !== undefined);
  return (
    <Switch
      label={texts.fields.currentExtent}
      checked={isOn}
      onChange={() =>
        isOn
          ? stores.results.getState().setFilter({ boundingBox: undefined })
          : commands.run('results.filter-map-view')
      }
    />
  );
}

/** Fetches that are offered, the latest first. */
const historyPage = { limit: 100 };

/** Filters to the results of one fetch, including runs of saved searches. */
function FetchFilter() {
  const { stores, queries } = useApp();
  const fetchId = useResults((state) => state.filter.fetchId ?? null);
  const { data } = useQuery(
    queries.searches.history.queryOptions(historyPage, { placeholderData: keepPreviousData }),
  );
  const fetches = (data?.entries ?? []).map(({ job, searchName }) => ({
    value: job.id,
    label: `${searchName ?? job.title}, ${formatTime(job.startedAt)}`,
  }));
  const isListed = fetchId === null || fetches.some(({ value }) => value === fetchId);
  return (
    <Select
      label={texts.fields.fetchedBy}
      placeholder={texts.fields.anyFetch}
      clearable
      searchable
      data={isListed ? fetches : [...fetches, { value: fetchId, label: texts.fields.earlierFetch }]}
      value={fetchId}
      nothingFoundMessage={texts.fields.noFetch}
      onChange={(value) => stores.results.getState().setFilter({ fetchId: value ?? undefined })}
    />
  );
}

const objectFields = ['width', 'heading', 'speed', 'area'] as const;
/** Maximum number of offered properties without a known meaning, the most frequent ones. */
const maxProperties = 6;

/** The numbers other than the length that detections of the chosen analytics have, or that are filtered by. */
function useNumberFields(): readonly DetectionField[] {
  const { queries } = useApp();
  const analytics = useResults((state) => state.filter.analytics);
  const expression = useResults((state) => state.filter.expression);
  const hasDetections = useHasDetections();
  const numeric = useProperties().filter(({ name, type }) => type === 'number' && readingOf(name) === null);
  const fields: readonly DetectionField[] = [
    ...objectFields,
    ...numeric.slice(0, maxProperties).map(({ name }): DetectionField => `property:${name}`),
  ];
  const filter = analytics ? { analytics } : {};
  return useQueries({
    queries: fields.map((field) =>
      queries.results.distribution.queryOptions(
        { filter, field, bins: 1 },
        { enabled: hasDetections, placeholderData: keepPreviousData },
      ),
    ),
    combine: (results) =>
      fields.filter((field, index) => {
        const { min, max } = numberRangeOf({ expression }, field);
        return (results[index]?.data?.count ?? 0) > 0 || min !== undefined || max !== undefined;
      }),
  });
}

/** Filters by a number: a condition of the expression, so that it is the same filter however it is written. */
function NumberFilter({ field }: { readonly field: DetectionField }) {
  const title = fieldTitle(field);
  return (
    <fieldset className={styles.range}>
      <legend>{title}</legend>
      <Bound field={field} end="min" label={texts.fields.atLeast(title)} />
      <span aria-hidden>–</span>
      <Bound field={field} end="max" label={texts.fields.atMost(title)} />
    </fieldset>
  );
}

function Bound({
  field,
  end,
  label,
}: {
  readonly field: DetectionField;
  readonly end: 'min' | 'max';
  readonly label: string;
}) {
  const { stores } = useApp();
  const value = useResults((state) => numberRangeOf(state.filter, field)[end]);
  const [typed, setTyped] = useState<string | number>(value ?? '');
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setTyped(value ?? '');
  }
  return (
    <NumberInput
      aria-label={label}
      hideControls
      value={typed}
      onChange={(next) => {
        setTyped(next);
        const bound = typeof next === 'number' && Number.isFinite(next) ? next : undefined;
        const { filter, setFilter } = stores.results.getState();
        setShown(bound);
        const { expression } = withNumberRange(filter, field, {
          ...numberRangeOf(filter, field),
          [end]: bound,
        });
        setFilter({ expression });
      }}
    />
  );
}
