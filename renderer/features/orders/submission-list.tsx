import { cameToNothing, type Submission } from '../../../shared/orders/submission.ts';
import { useOrders } from '../../app/use-stores.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import styles from './orders.module.css';
import { needsDecision, submissionTexts } from './submission-texts.ts';

/** Attempts to place an order that are not orders (yet): those that need a decision, then those that failed. */
export function OpenSubmissions({ submissions }: { readonly submissions: readonly Submission[] }) {
  const undecided = submissions.filter(needsDecision);
  const underWay = submissions.filter(({ state }) => state === 'sending');
  const untaken = submissions.filter(cameToNothing);
  const isOutOfSight = ({ state, putAwayAt }: Submission) => state === 'dismissed' || putAwayAt !== undefined;
  const failed = untaken.filter((submission) => !isOutOfSight(submission));
  const away = untaken.filter(isOutOfSight);
  return (
    <>
      {undecided.length > 0 && (
        <>
          <PanelHeading level={3} title="Needs your decision" />
          <SubmissionRows submissions={undecided} />
        </>
      )}
      <SubmissionRows submissions={underWay} />
      {failed.length > 0 && (
        <details className={styles.disclosure} open={failed.length <= 2}>
          <summary>Not ordered ({failed.length})</summary>
          <SubmissionRows submissions={failed} />
        </details>
      )}
      {away.length > 0 && (
        <details className={styles.disclosure}>
          <summary>Archived ({away.length})</summary>
          <SubmissionRows submissions={away} />
        </details>
      )}
      {undecided.length + underWay.length + failed.length > 0 && <PanelHeading level={3} title="Placed" />}
    </>
  );
}

function SubmissionRows({ submissions }: { readonly submissions: readonly Submission[] }) {
  const show = useOrders((state) => state.show);
  if (submissions.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {submissions.map((submission) => (
        <li key={submission.id}>
          <button
            type="button"
            className={styles.row}
            onClick={() => show({ kind: 'submission', id: submission.id })}
          >
            <span className={styles.rowName}>{submission.descriptiveName || 'Order without a name'}</span>
            <SubmissionBadge state={submission.state} />
            <span className={styles.rowMore}>
              {submission.failure?.message ?? submissionTexts[submission.state].meaning}
            </span>
            <span className={styles.rowMore}>
              <TimeText value={submission.createdAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What became of an attempt, in one or two words. */
export function SubmissionBadge({ state }: Pick<Submission, 'state'>) {
  const { label, tone, meaning } = submissionTexts[state];
  return (
    <StatusBadge tone={tone} tip={meaning}>
      {label}
    </StatusBadge>
  );
}
