import { isNotOrdered, type Submission } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import styles from './orders.module.css';
import { needsDecision, submissionTones } from './submission-state.ts';
import { texts } from './texts.ts';

/** Submissions without an order: those that need a decision, then those that failed. */
export function OpenSubmissions({ submissions }: { readonly submissions: readonly Submission[] }) {
  const undecided = submissions.filter(needsDecision);
  const sending = submissions.filter(({ state }) => state === 'sending');
  const unplaced = submissions.filter(isNotOrdered);
  const isArchived = ({ state, archivedAt }: Submission) => state === 'dismissed' || archivedAt !== undefined;
  const failed = unplaced.filter((submission) => !isArchived(submission));
  const archived = unplaced.filter(isArchived);
  return (
    <>
      {undecided.length > 0 && (
        <>
          <PanelHeading level={3} title={texts.submissions.needsDecision} />
          <SubmissionRows submissions={undecided} />
        </>
      )}
      <SubmissionRows submissions={sending} />
      {failed.length > 0 && (
        <details className={styles.disclosure} open={failed.length <= 2}>
          <summary>{texts.submissions.notOrdered(failed.length)}</summary>
          <SubmissionRows submissions={failed} />
        </details>
      )}
      {archived.length > 0 && (
        <details className={styles.disclosure}>
          <summary>{texts.submissions.archived(archived.length)}</summary>
          <SubmissionRows submissions={archived} />
        </details>
      )}
      {undecided.length + sending.length + failed.length > 0 && (
        <PanelHeading level={3} title={texts.submissions.placed} />
      )}
    </>
  );
}

function SubmissionRows({ submissions }: { readonly submissions: readonly Submission[] }) {
  if (submissions.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {submissions.map((submission) => (
        <li key={submission.id}>
          <SubmissionRow submission={submission} />
        </li>
      ))}
    </ul>
  );
}

/** A submission in a list; a click shows it. */
export function SubmissionRow({ submission }: { readonly submission: Submission }) {
  const { stores } = useApp();
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => {
        stores.ui.getState().showPanel('orders');
        stores.orders.getState().show({ kind: 'submission', id: submission.id });
      }}
    >
      <span className={styles.rowName}>{submission.descriptiveName || texts.unnamed}</span>
      <SubmissionBadge state={submission.state} />
      <span className={styles.rowMore}>
        {submission.failure?.message ?? texts.submissionStates[submission.state].meaning}
      </span>
      <span className={styles.rowMore}>
        <TimeText value={submission.createdAt} />
      </span>
    </button>
  );
}

/** The outcome of a submission, in one or two words. */
export function SubmissionBadge({ state }: Pick<Submission, 'state'>) {
  const { label, meaning } = texts.submissionStates[state];
  return (
    <StatusBadge tone={submissionTones[state]} tip={meaning}>
      {label}
    </StatusBadge>
  );
}
