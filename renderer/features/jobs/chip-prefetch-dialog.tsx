import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChipPrefetchPlan, ChipScopeInput } from '../../../shared/chips/chip-prefetch.ts';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useResults, useUi } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { texts } from './texts.ts';

/** The dialog that previews and starts a chip prefetch. */
export function ChipPrefetchDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'fetch-chips');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={opened} onClose={close} title={texts.chipPrefetch.title} size={440}>
      <ChipPrefetchForm onDone={close} />
    </Modal>
  );
}

type ScopeKind = 'all' | 'filter' | 'ids';

/** The form for a chip prefetch: which detections, with the number and size of their chips. */
function ChipPrefetchForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const { api } = app;
  const { filter, selectedIds } = useResults((state) => state);
  const parts = describeFilter(filter);
  const chosen = useState<{ readonly kind: ScopeKind }>(() => ({
    kind: selectedIds.size > 0 ? 'ids' : parts.length > 0 ? 'filter' : 'all',
  }));
  const [{ kind }] = chosen;
  const scope: ChipScopeInput =
    kind === 'ids' && selectedIds.size > 0
      ? { kind, ids: [...selectedIds] }
      : { kind: 'filter', filter: kind === 'filter' ? filter : {} };
  const plan = useQuery({
    queryKey: ['chips-plan', kind, kind === 'ids' ? selectedIds : scope],
    queryFn: async ({ signal }) => unwrap(await api.chips.planPrefetch.mutate(scope, { signal })),
    gcTime: 0,
    staleTime: 0,
  });

  const form = useFields(chosen, async () => {
    const problem = await startJob(app, () => api.chips.startPrefetch.mutate(scope));
    if (!problem) onDone();
    return problem;
  });

  const description = plan.data && describeChipPrefetchPlan(plan.data);
  return (
    <Form
      form={form}
      label={texts.chipPrefetch.title}
      gap={10}
      rows={[
        {
          ...{ kind: 'radios', name: 'kind', label: texts.chipPrefetch.scope },
          data: [
            { value: 'all', label: texts.chipPrefetch.all },
            {
              ...{ value: 'filter', disabled: parts.length === 0, label: texts.chipPrefetch.filtered },
              description: parts.map(({ text }) => text).join(' · ') || texts.chipPrefetch.noFilter,
            },
            {
              ...{ value: 'ids', disabled: selectedIds.size === 0, label: texts.chipPrefetch.selected },
              description: selectedIds.size === 0 ? texts.chipPrefetch.nothingSelected : undefined,
            },
          ],
        },
      ]}
    >
      {plan.error || !description ? (
        <QueryState query={plan} loading={texts.chipPrefetch.counting} />
      ) : (
        <div aria-live="polite">
          {description.lines.map((line) => (
            <p key={line} style={{ margin: '0 0 4px' }}>
              {line}
            </p>
          ))}
          {description.warning ? <Note tone="warn">{description.warning}</Note> : null}
        </div>
      )}
      {form.failure ? <FailureNote failure={form.failure} /> : null}
      <Button
        type="submit"
        variant="filled"
        loading={form.isBusy}
        disabled={!plan.data || plan.data.missing === 0}
        style={{ alignSelf: 'flex-start' }}
      >
        {texts.chipPrefetch.start}
      </Button>
    </Form>
  );
}

/** Describes a chip prefetch in sentences, with a warning if it exceeds the cache limit. */
function describeChipPrefetchPlan(plan: ChipPrefetchPlan): {
  readonly lines: readonly string[];
  readonly warning?: string;
} {
  const { detections, chips, cached, absent, missing, estimatedBytes, limit } = plan;
  const having = texts.chipPrefetch.withChip(detections, chips);
  const known = [
    texts.chipPrefetch.cached(cached),
    ...(absent > 0 ? [texts.chipPrefetch.notAvailable(absent)] : []),
    texts.chipPrefetch.toFetch(missing),
  ].join(' · ');
  if (missing === 0) return { lines: [having, known] };
  const size =
    estimatedBytes === null ? texts.chipPrefetch.sizeUnknown : texts.chipPrefetch.size(estimatedBytes);
  const lines = [having, known, size];
  return estimatedBytes !== null && estimatedBytes > limit
    ? {
        lines,
        warning: texts.chipPrefetch.exceedsCache(limit),
      }
    : { lines };
}
