import { useState } from 'react';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useSession, useWorkspace } from '../../app/use-stores.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { DetectionGrid } from './detection-grid.tsx';
import type { DetectionQuery } from './use-detection-pages.ts';
import { useFilteredCounts } from './use-filtered-counts.ts';

/** The table, or what stands in its place while there is nothing to show. */
export function DetectionTable() {
  const { commands } = useApp();
  const counts = useWorkspace((state) => state.counts);
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const filter = useResults((state) => state.filter);
  const filtered = useFilteredCounts();
  const [sort, setSort] = useState<DetectionQuery['sort']>({ field: 'collected', order: 'DESC' });
  switch (counts.state) {
    case 'loading':
      return <LoadingState label="Opening the workspace" />;
    case 'none':
      return <EmptyState title="No workspace is open" hint="Sign in once to create one." />;
    case 'failed':
      return <FailureNote failure={{ code: 'disk', message: counts.message }} />;
  }
  if (counts.value.detections === 0) {
    return (
      <EmptyState
        title="No detections on this disk yet"
        hint={signedIn ? 'Choose what to fetch in the Results panel.' : 'Sign in to fetch some.'}
      >
        <TextButton onClick={() => commands.run(signedIn ? 'results.fetch' : 'session.sign-in')}>
          {signedIn ? 'Fetch results' : 'Sign in'}
        </TextButton>
      </EmptyState>
    );
  }
  if (filtered.error) {
    return <FailureNote failure={toFailure(filtered.error)} onRetry={() => void filtered.refetch()} />;
  }
  if (!filtered.data) return <LoadingState label="Counting" />;
  if (filtered.data.detections === 0) {
    return (
      <EmptyState title="No detections match the filter">
        <TextButton onClick={() => commands.run('results.clear-filter')}>Clear the filter</TextButton>
      </EmptyState>
    );
  }
  return <DetectionGrid query={{ filter, sort }} total={filtered.data.detections} onSort={setSort} />;
}
