import { formatTime } from '../../../shared/format.ts';
import { type Review, type Verdict, verdictSchema } from '../../../shared/review/review.ts';
import type { Disagreement, TeamOverview } from '../../../shared/review/team-overview.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { useChipRequests } from '../../ui/chip/chip-cache.ts';
import { SmallChip } from '../../ui/chip/small-chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './team.module.css';
import { texts } from './texts.ts';

/** Disagreements that are shown with their chips at once. */
const maxShown = 10;

/** The detections whose reviews disagree, each with its chip, the reviews, and a button for each verdict. */
export function Disagreements({ disagreements: { total, rows } }: Pick<TeamOverview, 'disagreements'>) {
  const shown = rows.slice(0, maxShown);
  const ids = shown.flatMap(({ detectionId }) => detectionId ?? []);
  useChipRequests(useApp().chips, { size: 'small', seen: ids });
  return (
    <>
      <PanelHeading title={texts.disagreements.title(total)} level={3} />
      {total === 0 ? (
        <EmptyState title={texts.disagreements.none} hint={texts.disagreements.noneHint} />
      ) : (
        <>
          <p className={styles.hint}>{texts.disagreements.about}</p>
          <ul className={styles.disagreements}>
            {shown.map((each) => (
              <DisagreementItem key={`${each.recordId} ${each.identity}`} disagreement={each} />
            ))}
          </ul>
          {total > shown.length ? (
            <p className={styles.hint}>{texts.disagreements.more(total - shown.length)}</p>
          ) : null}
        </>
      )}
    </>
  );
}

function DisagreementItem({
  disagreement: { detectionId, current, disputing, isDecided },
}: {
  readonly disagreement: Disagreement;
}) {
  const { chips, stores } = useApp();
  if (detectionId === null) {
    return (
      <li className={styles.disagreement}>
        <p className="muted">{texts.disagreements.notHere}</p>
        <ReviewsOf current={current} disputing={disputing} />
      </li>
    );
  }
  return (
    <li className={styles.disagreement}>
      <div className={styles.chip}>
        <SmallChip cache={chips} id={detectionId} />
      </div>
      <div>
        <TextButton onClick={() => stores.results.getState().focus(detectionId)}>
          {texts.disagreements.detection(detectionId)}
        </TextButton>
        <ReviewsOf current={current} disputing={disputing} />
        {isDecided ? <p className="muted">{texts.disagreements.decided}</p> : null}
        <Decision detectionId={detectionId} />
      </div>
    </li>
  );
}

/** The current review and those that disagree with it. */
function ReviewsOf({ current, disputing }: Pick<Disagreement, 'current' | 'disputing'>) {
  return (
    <dl className={styles.reviews}>
      <ReviewText label={texts.disagreements.current} review={current} />
      {disputing.map((review) => (
        <ReviewText
          key={`${review.reviewer} ${review.reviewedAt}`}
          label={texts.disagreements.disagrees}
          review={review}
        />
      ))}
    </dl>
  );
}

function ReviewText({ label, review }: { readonly label: string; readonly review: Review }) {
  return (
    <div className={styles.review} data-verdict={review.verdict ?? 'none'}>
      <dt>{label}</dt>
      <dd>
        <strong>
          {review.verdict ? texts.verdicts[review.verdict] : texts.noVerdict}
          {review.flagged ? `, ${texts.flagged}` : ''}
        </strong>
        <span>{review.reviewer}</span>
        <span className="muted">{formatTime(review.reviewedAt)}</span>
        {review.note === '' ? null : <span>{review.note}</span>}
      </dd>
    </div>
  );
}

/** Buttons that set a verdict. The current verdict is among them, since setting it again also ends the disagreement. */
function Decision({ detectionId }: { readonly detectionId: number }) {
  const { commands } = useApp();
  const canWrite = useSession(({ session }) => session?.workspace === 'open');
  if (!canWrite) return null;
  const decide = (verdict: Verdict) =>
    commands.runWith('review.set', { ids: [detectionId], change: { verdict } });
  return (
    <div className={styles.actions}>
      {verdictSchema.options.map((verdict) => (
        <TextButton
          key={verdict}
          aria-label={texts.disagreements.decide(
            texts.verdicts[verdict],
            texts.disagreements.detection(detectionId),
          )}
          onClick={() => void decide(verdict)}
        >
          {texts.verdicts[verdict]}
        </TextButton>
      ))}
    </div>
  );
}
