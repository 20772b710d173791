import { Button, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChipScope } from '../../../shared/chips/chips-ahead.ts';
import type { Failure } from '../../../shared/result.ts';
import { ask } from '../../api/ask.ts';
import { toFailure, unwrap } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { describeFilter } from '../dock/describe-filter.ts';
import { describeChipsPlan } from './describe-chips-plan.ts';

type ScopeKind = 'all' | 'filter' | 'ids';

/** Which detections, and how many chips and bytes that is. */
export function ChipsAheadForm({ onDone }: { readonly onDone: () => void }) {
  const { api, stores } = useApp();
  const { filter, selectedIds } = useResults((state) => state);
  const parts = describeFilter(filter);
  const [kind, setKind] = useState<ScopeKind>(() =>
    selectedIds.size > 0 ? 'ids' : parts.length > 0 ? 'filter' : 'all',
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const scope: ChipScope =
    kind === 'ids' && selectedIds.size > 0
      ? { kind, ids: [...selectedIds] }
      : { kind: 'filter', filter: kind === 'filter' ? filter : {} };
  const plan = useQuery({
    queryKey: ['chips-plan', kind, kind === 'ids' ? selectedIds : scope],
    queryFn: async ({ signal }) => unwrap(await api.chips.planAhead.mutate(scope, { signal })),
    gcTime: 0,
    staleTime: 0,
  });

  async function start(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const started = await ask(() => api.chips.fetchAhead.mutate(scope));
    setBusy(false);
    if (!started.ok) {
      setFailure(started.failure);
      return;
    }
    const { value: job } = started;
    // The event may have come first.
    stores.workspace.setState(({ jobs }) =>
      jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] },
    );
    onDone();
  }

  const told = plan.data && describeChipsPlan(plan.data);
  return (
    <form onSubmit={(event) => void start(event)} aria-label="Fetch chips ahead">
      <Stack gap={10}>
        <Radio.Group label="Chips of" value={kind} onChange={(value) => setKind(value as ScopeKind)}>
          <Stack gap={6} mt={4}>
            <Radio value="all" label="All detections" />
            <Radio
              value="filter"
              disabled={parts.length === 0}
              label="Filtered detections"
              description={parts.map(({ text }) => text).join(' · ') || 'No filter is set.'}
            />
            <Radio
              value="ids"
              disabled={selectedIds.size === 0}
              label="Selected detections"
              description={selectedIds.size === 0 ? 'Nothing is selected.' : undefined}
            />
          </Stack>
        </Radio.Group>
        {plan.error ? (
          <FailureNote failure={toFailure(plan.error)} onRetry={() => void plan.refetch()} />
        ) : told ? (
          <div aria-live="polite">
            {told.lines.map((line) => (
              <p key={line} style={{ margin: '0 0 4px' }}>
                {line}
              </p>
            ))}
            {told.warning ? <Note tone="warn">{told.warning}</Note> : null}
          </div>
        ) : (
          <LoadingState label="Counting the chips" />
        )}
        {failure ? <FailureNote failure={failure} /> : null}
        <Button
          type="submit"
          variant="filled"
          loading={busy}
          disabled={!plan.data || plan.data.missing === 0}
          style={{ alignSelf: 'flex-start' }}
        >
          Fetch chips
        </Button>
      </Stack>
    </form>
  );
}
