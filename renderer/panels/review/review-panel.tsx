import { useReview, useSession, useWorkspace } from '../../app/use-stores.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { WorkspaceContent } from '../dock/workspace-content.tsx';
import { MergeLink } from './merge/merge-link.tsx';
import { QueueFinished } from './queue-finished.tsx';
import { QueueUnderWay } from './queue-under-way.tsx';
import { ReviewForm } from './review-form.tsx';
import { ReviewerField } from './reviewer-field.tsx';

/** Judging detections: begin a queue, see how far it has come, and what it has found. */
export function ReviewPanel() {
  return (
    <>
      <PanelHeading title="Review" />
      <WorkspaceContent needs="detections">
        <ReviewContent />
      </WorkspaceContent>
    </>
  );
}

function ReviewContent() {
  const loading = useReview((state) => state.loading);
  const state = useReview(({ queue }) => queue?.state ?? null);
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  const hasWorkspace = useWorkspace(({ counts }) => counts.state === 'ready');
  if (!hasWorkspace) return null;
  if (isReadOnly) {
    return (
      <EmptyState
        title="This workspace is read-only"
        hint="Verdicts cannot be kept in it. The header says why it is, and what can be done."
      />
    );
  }
  if (loading === 'loading') return <LoadingState label="Looking for a review that was begun" />;
  return (
    <>
      {loading === 'ready' ? null : (
        <FailureNote failure={loading} title="The review that was begun cannot be read." />
      )}
      {state === null ? <ReviewForm /> : state === 'finished' ? <QueueFinished /> : <QueueUnderWay />}
      <ReviewerField />
      <MergeLink />
    </>
  );
}
