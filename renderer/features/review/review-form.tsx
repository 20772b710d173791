import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useResults, useReview } from '../../context/use-stores.ts';
import type { ReviewScope } from '../../stores/review-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import styles from './review.module.css';
import { queueFilter, startReview } from './start-review.ts';
import { texts } from './texts.ts';

const reviewScopes: readonly ReviewScope[] = ['filter', 'all', 'selection'];

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
  const change = (more: Partial<typeof form>) => review.getState().changeForm(more);
  // The filter or the selection may have been cleared since.
  const scope = form.scope === 'selection' && selected === 0 ? 'filter' : form.scope;
  const shown = scope === 'filter' ? filter : {};
  const isCounted = scope !== 'selection';
  const count = useQueueCount(queueFilter(shown, form.skipsJudged), isCounted);
  const withoutChip = useQueueCount(queueFilter(onlyWithoutChip(shown), form.skipsJudged), isCounted);

  function start(event: FormEvent): void {
    event.preventDefault();
    change({ scope });
    void startReview(app);
  }

  return (
    <form onSubmit={start} aria-label={texts.form.label}>
      <Stack gap={10}>
        <p className={styles.lead}>{texts.form.about}</p>
        <FormRows
          form={{ values: form, change }}
          rows={[
            {
              ...{ kind: 'radios', name: 'scope', label: texts.form.detections, value: scope },
              onChange: (value: string) =>
                change({ scope: reviewScopes.find((each) => each === value) ?? 'filter' }),
              data: [
                {
                  ...{ value: 'filter', label: texts.form.shown },
                  description: parts.join(' · ') || texts.form.noFilter,
                },
                ...(parts.length > 0
                  ? [{ value: 'all', label: texts.form.all, description: texts.form.allHint }]
                  : []),
                {
                  ...{ value: 'selection', label: texts.form.selected, disabled: selected === 0 },
                  description:
                    selected === 0 ? texts.form.nothingSelected : texts.form.selectedCount(selected),
                },
              ],
            },
            {
              ...{ kind: 'choice', name: 'order', label: texts.form.order },
              data: [
                { value: 'pass', label: texts.form.orders.pass },
                { value: 'newest', label: texts.form.orders.newest },
                { value: 'unsure-first', label: texts.form.orders.unsureFirst },
                {
                  value: 'table',
                  label: texts.form.orders.table(fieldTitle(sort.field), sort.order === 'ASC'),
                },
              ],
            },
            { kind: 'check', name: 'skipsJudged', label: texts.form.onlyUnreviewed },
          ]}
        />
        {count === undefined ? null : (
          <p className={styles.lead} role="status">
            {texts.form.toReview(count, form.skipsJudged)}{' '}
            {withoutChip ? texts.form.withoutChip(withoutChip, count) : null}
          </p>
        )}
        {failure ? <FailureNote failure={failure} title={texts.form.notStarted} /> : null}
        <PrimaryButton type="submit" loading={starting} style={{ alignSelf: 'flex-start' }}>
          {texts.form.start}
        </PrimaryButton>
      </Stack>
    </form>
  );
}

/** The number of detections of a queue; undefined while that is not known. */
function useQueueCount(filter: DetectionFilter, isCounted: boolean): number | undefined {
  const { queries } = useApp();
  const query = queries.results.counts.queryOptions(filter);
  const { data } = useQuery({ ...query, enabled: isCounted });
  return isCounted ? data?.detections : undefined;
}

function onlyWithoutChip(filter: DetectionFilter): DetectionFilter {
  const expression = 'chip is empty';
  return {
    ...filter,
    expression: filter.expression ? `(${filter.expression}) and ${expression}` : expression,
  };
}
