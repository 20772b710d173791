import { Button, Checkbox, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { reviewQueueOrderSchema } from '../../../shared/review/review-queue.ts';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useDock, useResults, useReview } from '../../app/use-stores.ts';
import { startReview } from '../../commands/start-review.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatCount, formatQuantity } from '../../components/format.ts';
import type { ReviewScope } from '../../stores/review-store.ts';
import { describeFilter } from '../dock/describe-filter.ts';
import styles from './review.module.css';

const scopeNames: readonly ReviewScope[] = ['all', 'filter', 'selection'];

/** Which detections are to be judged, in which order. */
export function ReviewForm() {
  const app = useApp();
  const { review } = app.stores;
  const form = useReview((state) => state.form);
  const starting = useReview((state) => state.starting);
  const failure = useReview((state) => state.startFailure);
  const sort = useDock((state) => state.sort);
  const filter = useResults((state) => state.filter);
  const selected = useResults((state) => state.selectedIds.size);
  const parts = describeFilter(filter).map(({ text }) => text);
  const unjudged = useUnjudgedCount();
  const change = (more: Partial<typeof form>) =>
    review.setState({ form: { ...form, ...more }, startFailure: null });
  // What was chosen may have gone since: the filter cleared, the selection dropped.
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
          Judge detections one by one by keyboard. The chip is shown large, the map follows, and every verdict
          is kept at once.
          {unjudged === undefined ? null : ` ${formatQuantity(unjudged, 'detection')} without a verdict.`}
        </p>
        <Radio.Group
          label="Detections"
          value={scope}
          onChange={(value) => change({ scope: scopeNames.find((each) => each === value) ?? 'all' })}
        >
          <Stack gap={6} mt={4}>
            <Radio value="all" label="All" />
            <Radio
              value="filter"
              label="What the filter leaves"
              disabled={!isPossible.filter}
              description={parts.join(' · ') || 'No filter is set.'}
            />
            <Radio
              value="selection"
              label="The selection"
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
            { value: 'newest', label: 'Last collected first' },
            { value: 'unsure-first', label: 'Lowest confidence first' },
            {
              value: 'table',
              label: `As the table: ${fieldTitle(sort.field)}, ${sort.order === 'ASC' ? 'ascending' : 'descending'}`,
            },
          ]}
          value={form.order}
          onChange={(value) => {
            const order = reviewQueueOrderSchema.safeParse(value);
            if (order.success) change({ order: order.data });
          }}
        />
        <Checkbox
          label="Only those without a verdict"
          checked={form.skipsJudged}
          onChange={(event) => change({ skipsJudged: event.currentTarget.checked })}
        />
        {failure ? <FailureNote failure={failure} title="The review was not begun." /> : null}
        <Button type="submit" variant="filled" loading={starting} style={{ alignSelf: 'flex-start' }}>
          Begin the review
        </Button>
      </Stack>
    </form>
  );
}

function useUnjudgedCount(): number | undefined {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.counts({ verdicts: ['unreviewed'] }),
    queryFn: async ({ signal }) =>
      unwrap(await api.results.counts.query({ verdicts: ['unreviewed'] }, { signal })),
  });
  return data?.detections;
}
