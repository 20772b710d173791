import { NumberInput } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../../shared/results/field-title.ts';
import { numberRangeOf, withNumberRange } from '../../../../shared/results/number-range.ts';
import { readingOf } from '../../../../shared/results/property-meaning.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useHasDetections } from '../../../context/use-live-queries.ts';
import { distributionQuery, useProperties } from '../../../context/use-results-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import styles from './filter.module.css';

const objectFields = ['length', 'width', 'heading', 'speed', 'area'] as const;
/** Of properties without a known meaning the most frequent ones are offered. */
const maxProperties = 6;

/**
 * Filters by the numbers that detections of the chosen analytics have, such as the length. They are conditions of the
 * expression, so that it is the same filter however it is written.
 */
export function NumberFilters() {
  const { api } = useApp();
  const analytics = useResults((state) => state.filter.analytics);
  const expression = useResults((state) => state.filter.expression);
  const hasDetections = useHasDetections();
  const numeric = useProperties().filter(({ name, type }) => type === 'number' && readingOf(name) === null);
  const fields: readonly DetectionField[] = [
    ...objectFields,
    ...numeric.slice(0, maxProperties).map(({ name }): DetectionField => `property:${name}`),
  ];
  const filter = analytics ? { analytics } : {};
  const present = useQueries({
    queries: fields.map((field) => ({
      ...distributionQuery(api, { filter, field, bins: 1 }),
      enabled: hasDetections,
      placeholderData: keepPreviousData,
    })),
    combine: (results) =>
      fields.filter((field, index) => {
        const { min, max } = numberRangeOf({ expression }, field);
        return (results[index]?.data?.count ?? 0) > 0 || min !== undefined || max !== undefined;
      }),
  });
  return present.map((field) => <NumberFilter key={field} field={field} />);
}

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
