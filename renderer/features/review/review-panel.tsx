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
import { SharedReviewNote } from './shared-review-note.tsx';
import { texts } from './texts.ts';
import { UnattachedSection } from './unattached/unattached-section.tsx';

/** The review panel: start a queue, see its progress and its summary. */
export function ReviewPanel() {
  return (
    <>
      <PanelHeading title={texts.panel.title} />
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
    return <EmptyState title={texts.panel.readOnly} hint={texts.panel.readOnlyHint} />;
  }
  if (loading === 'loading') return <LoadingState label={texts.panel.loading} />;
  return (
    <>
      {loading === 'ready' ? null : <FailureNote failure={loading} title={texts.panel.notLoaded} />}
      <SharedReviewNote />
      <StartFailure />
      {state === null ? <ReviewForm /> : state === 'finished' ? <FinishedQueue /> : <ActiveQueue />}
      <ReviewerField />
      <MergeLink />
    </>
  );
}

/**
 * Why no other review was started in place of the current one. Without a current one the form shows it, and after a
 * shared queue its note.
 */
function StartFailure() {
  const queue = useReview((state) => state.queue);
  const failure = useReview((state) => state.startFailure);
  if (!failure || !queue || (queue.sharedQueue !== undefined && queue.state === 'finished')) return null;
  return <FailureNote failure={failure} title={texts.form.notStarted} />;
}

/** A link to merging another analyst's reviews. */
function MergeLink() {
  const { commands } = useApp();
  return (
    <p className={styles.mergeLink}>
      <TextButton onClick={() => commands.run('review.merge')}>{texts.panel.merge}</TextButton>
    </p>
  );
}
