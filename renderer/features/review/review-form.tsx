import { Button, Checkbox, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { reviewQueueOrderSchema } from '../../../shared/review/review-queue.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useResults, useReview } from '../../context/use-stores.ts';
import type { ReviewScope } from '../../stores/review-store.ts';

import { describeFilter } from '../../ui/describe-filter.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import styles from './review.module.css';
import { startReview } from './start-review.ts';

const reviewScopes: readonly ReviewScope[] = ['all', 'filter', 'selection'];

/** The form that starts a review: which detections, in which order. */
export function ReviewForm() {
  const app = useApp();
  const { review } = app.stores;
  const form = useReview((state) => state.form);
  const starting = useReview((state) => state.isStarting);
  const failure = useReview((state) => state.startFailure);
  const sort = useDock((state) => state.sort);
  const filter = useResults((state) => state.filter);
  const selected = useResults((state) => state.selectedIds.size);
  const parts = describeFilter(filter).map(({ text }) => text);
  const unreviewed = useUnreviewedCount();
  const change = (more: Partial<typeof form>) => review.getState().changeForm(more);
  // The filter or the selection may have been cleared since.
  const isPossible = { all: true, filter: parts.length > 0, selection: selected > 0 };
  const scope = isPossible[form.scope] ? form.scope : 'all';

  function start(event: FormEvent): void {
    event.preventDefault();
    change({ scope });
    void startReview(app);
  }

  return (
    <form onSubmit={start} aria-label="New review">
      <Stack gap={10}>
        <p className={styles.lead}>
          Review detections one by one with the keyboard. The chip is enlarged, the map follows, and every
          verdict is saved immediately.
          {unreviewed === undefined ? null : ` ${formatQuantity(unreviewed, 'detection')} without a verdict.`}
        </p>
        <Radio.Group
          label="Detections"
          value={scope}
          onChange={(value) => change({ scope: reviewScopes.find((each) => each === value) ?? 'all' })}
        >
          <Stack gap={6} mt={4}>
            <Radio value="all" label="All" />
            <Radio
              value="filter"
              label="Filtered detections"
              disabled={!isPossible.filter}
              description={parts.join(' · ') || 'No filter is set.'}
            />
            <Radio
              value="selection"
              label="Selected detections"
              disabled={!isPossible.selection}
              description={selected === 0 ? 'Nothing is selected.' : `${formatCount(selected)} selected`}
            />
          </Stack>
        </Radio.Group>
        <Select
          label="Order"
          allowDeselect={false}
          data={[
            { value: 'pass', label: 'Image by image' },
            { value: 'newest', label: 'Most recent first' },
            { value: 'unsure-first', label: 'Lowest confidence first' },
            {
              value: 'table',
              label: `Table order: ${fieldTitle(sort.field)}, ${sort.order === 'ASC' ? 'ascending' : 'descending'}`,
            },
          ]}
          value={form.order}
          onChange={(value) => {
            const order = reviewQueueOrderSchema.safeParse(value);
            if (order.success) change({ order: order.data });
          }}
        />
        <Checkbox
          label="Only unreviewed detections"
          checked={form.skipsJudged}
          onChange={(event) => change({ skipsJudged: event.currentTarget.checked })}
        />
        {failure ? <FailureNote failure={failure} title="The review was not started." /> : null}
        <Button type="submit" variant="filled" loading={starting} style={{ alignSelf: 'flex-start' }}>
          Start review
        </Button>
      </Stack>
    </form>
  );
}

function useUnreviewedCount(): number | undefined {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.counts({ verdicts: ['unreviewed'] }),
    queryFn: async ({ signal }) =>
      unwrap(await api.results.counts.query({ verdicts: ['unreviewed'] }, { signal })),
  });
  return data?.detections;
}
