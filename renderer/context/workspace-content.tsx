import type { ReactNode } from 'react';
import { hasActiveFetch } from '../stores/workspace-store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { useApp } from './app-context.tsx';
import { useWorkspaceCounts } from './use-live-queries.ts';
import { useSession, useWorkspace } from './use-stores.ts';

/** Shows `children` once a workspace is open that has what they need, and until then why there is nothing to show. */
export function WorkspaceContent({
  needs,
  children,
}: {
  readonly needs: 'detections' | 'records' | null;
  readonly children: ReactNode;
}) {
  const { commands } = useApp();
  const counts = useWorkspaceCounts();
  const signedIn = useSession((state) => state.session?.status === 'signed-in');
  const isWaiting = useWorkspace(hasActiveFetch);
  switch (counts.state) {
    case 'loading':
      return <LoadingState label="Opening the workspace" />;
    case 'none':
      return <EmptyState title="No workspace is open" hint="Sign in once to create one." />;
    case 'failed':
      return <FailureNote failure={{ code: 'disk', message: counts.message, details: counts.details }} />;
  }
  if (needs === null || counts.value[needs] > 0) return children;
  if (isWaiting) return <LoadingState label="Waiting for the first results" />;
  return (
    <EmptyState
      title={`No ${needs} on this disk yet`}
      hint={signedIn ? 'Get asks the service for results.' : 'Sign in to fetch some.'}
    >
      <TextButton onClick={() => commands.run(signedIn ? 'view.results' : 'session.sign-in')}>
        {signedIn ? 'Choose what to fetch' : 'Sign in'}
      </TextButton>
    </EmptyState>
  );
}
