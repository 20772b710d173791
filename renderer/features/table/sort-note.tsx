import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { texts } from './texts.ts';
import type { DetectionQuery } from './use-detection-pages.ts';

/** Milliseconds after which it is stated that rows are being sorted; most sorts end before. */
const noteDelayMs = 1_000;

/** States that a sort takes long, with a button that goes back to the order that was shown before and stops the sort. */
export function SortNote({
  query,
  column,
  areRowsShown,
  hasFailed,
}: {
  readonly query: DetectionQuery;
  /** The title of the column by which the rows are sorted. */
  readonly column: string;
  readonly areRowsShown: boolean;
  readonly hasFailed: boolean;
}) {
  const { dock } = useApp().stores;
  const shown = useRef(query);
  const [waiting, setWaiting] = useState<DetectionQuery | null>(null);
  useEffect(() => {
    if (areRowsShown) {
      shown.current = query;
      return;
    }
    const timer = setTimeout(() => setWaiting(query), noteDelayMs);
    return () => clearTimeout(timer);
  }, [query, areRowsShown]);
  const former = shown.current.sort;
  const isSorting = former.field !== query.sort.field || former.order !== query.sort.order;
  if (areRowsShown || hasFailed || waiting !== query || !isSorting) return null;
  return (
    <Group role="status" gap="xs" px="xs" py={4}>
      <Loader size="xs" />
      <Text size="sm">{texts.grid.sorting(column)}</Text>
      <Button size="compact-xs" variant="default" onClick={() => dock.getState().setSort(former)}>
        {texts.grid.cancelSort}
      </Button>
    </Group>
  );
}
