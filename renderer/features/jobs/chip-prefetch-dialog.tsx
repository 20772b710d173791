import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChipPrefetchPlan, ChipScopeInput } from '../../../shared/chips/chip-prefetch.ts';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { useResults, useUi } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
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
  const [kind, setKind] = useState<ScopeKind>(() =>
    selectedIds.size > 0 ? 'ids' : parts.length > 0 ? 'filter' : 'all',
  );
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

  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await startJob(app, () => api.chips.startPrefetch.mutate(scope));
    if (!problem) onDone();
    return problem;
  });

  const description = plan.data && describeChipPrefetchPlan(plan.data);
  return (
    <form onSubmit={submit} aria-label={texts.chipPrefetch.title}>
      <Stack gap={10}>
        <Radio.Group
          label={texts.chipPrefetch.scope}
          value={kind}
          onChange={(value) => setKind(value as ScopeKind)}
        >
          <Stack gap={6} mt={4}>
            <Radio value="all" label={texts.chipPrefetch.all} />
            <Radio
              value="filter"
              disabled={parts.length === 0}
              label={texts.chipPrefetch.filtered}
              description={parts.map(({ text }) => text).join(' · ') || texts.chipPrefetch.noFilter}
            />
            <Radio
              value="ids"
              disabled={selectedIds.size === 0}
              label={texts.chipPrefetch.selected}
              description={selectedIds.size === 0 ? texts.chipPrefetch.nothingSelected : undefined}
            />
          </Stack>
        </Radio.Group>
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
        {failure ? <FailureNote failure={failure} /> : null}
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={!plan.data || plan.data.missing === 0}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.chipPrefetch.start}
        </Button>
      </Stack>
    </form>
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
