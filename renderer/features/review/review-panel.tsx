import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useReview, useSession } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ActiveQueue } from './active-queue.tsx';
import { FinishedQueue } from './finished-queue.tsx';
import styles from './review.module.css';
import { ReviewForm } from './review-form.tsx';
import { ReviewerField } from './reviewer-field.tsx';
import { UnattachedSection } from './unattached/unattached-section.tsx';

/** The review panel: start a queue, see its progress and its summary. */
export function ReviewPanel() {
  return (
    <>
      <PanelHeading title="Review" />
      <WorkspaceContent needs="detections">
        <ReviewContent />
      </WorkspaceContent>
      <UnattachedSection />
    </>
  );
}

function ReviewContent() {
  const loading = useReview((state) => state.loadState);
  const state = useReview(({ queue }) => queue?.state ?? null);
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  const hasWorkspace = useWorkspaceCounts().state === 'ready';
  if (!hasWorkspace) return null;
  if (isReadOnly) {
    return (
      <EmptyState
        title="This workspace is read-only"
        hint="Verdicts cannot be saved in it. See the header for the reason and the remedy."
      />
    );
  }
  if (loading === 'loading') return <LoadingState label="Loading the review…" />;
  return (
    <>
      {loading === 'ready' ? null : (
        <FailureNote failure={loading} title="The review in progress could not be loaded." />
      )}
      {state === null ? <ReviewForm /> : state === 'finished' ? <FinishedQueue /> : <ActiveQueue />}
      <ReviewerField />
      <MergeLink />
    </>
  );
}

/** A link to merging another analyst's reviews. */
function MergeLink() {
  const { commands } = useApp();
  return (
    <p className={styles.mergeLink}>
      <TextButton onClick={() => commands.run('review.merge')}>Merge another analyst’s reviews…</TextButton>
    </p>
  );
}
