import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../../shared/format.ts';
import { formatPosition } from '../../../../shared/geo/format-position.ts';
import type { UnattachedReview } from '../../../../shared/review/unattached-review.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../../context/use-live-queries.ts';
import { useResults, useReview, useSession } from '../../../context/use-stores.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ExportedFile, ExportedFileNote } from '../../../ui/exported-file-note.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { attachVerdict } from '../review-edits.ts';
import { texts } from '../texts.ts';
import styles from './unattached.module.css';

/** Number of rows that “Show more” adds. */
const pageSize = 50;
const maxListed = 1000;

/** The verdicts whose detections are not in the workspace, with their count; shown where there are any, or by its command. */
export function UnattachedSection() {
  const { stores, queries } = useApp();
  const isOpen = useReview((state) => state.isUnattachedListOpen);
  const hasWorkspace = useWorkspaceCounts().state === 'ready';
  const [limit, setLimit] = useState(pageSize);
  const list = useQuery(
    queries.reviews.unattached.queryOptions(
      { offset: 0, limit },
      { enabled: hasWorkspace, placeholderData: (previous) => previous },
    ),
  );
  const total = list.data?.total;
  if (!hasWorkspace || !(isOpen || list.error || total)) return null;
  const rows = list.data?.rows ?? [];
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={(event) => stores.review.getState().setUnattachedListOpen(event.currentTarget.open)}
    >
      <summary>{texts.unattached.titleWithCount(total)}</summary>
      <QueryState query={list} title={texts.unattached.notRead} loading={texts.unattached.loading} />
      {total === 0 ? <EmptyState title={texts.unattached.none} hint={texts.unattached.causes} /> : null}
      {total !== undefined && total > 0 ? (
        <>
          <p className={styles.hint}>
            {texts.unattached.causes} {texts.unattached.hint}
          </p>
          <ExportList />
          <ul className={styles.list}>
            {rows.map((row) => (
              <UnattachedItem key={`${row.recordId} ${row.identity}`} item={row} />
            ))}
          </ul>
          {rows.length < total && limit < maxListed ? (
            <TextButton onClick={() => setLimit(Math.min(maxListed, limit + pageSize))}>
              {texts.unattached.more(rows.length, total)}
            </TextButton>
          ) : null}
          {rows.length < total && limit >= maxListed ? (
            <p className={styles.hint}>{texts.unattached.last(rows.length, total)}</p>
          ) : null}
        </>
      ) : null}
    </details>
  );
}

function ExportList() {
  const { api } = useApp();
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const exportList = async () => {
    const result = await api.reviews.exportUnattached.mutate();
    if (!result.ok) notifyFailure(result.failure, texts.unattached.notExported);
    else setExported(result.value);
  };
  return (
    <>
      <TextButton onClick={() => void exportList()}>{texts.unattached.export}</TextButton>
      {exported ? <ExportedFileNote file={exported} /> : null}
    </>
  );
}

const verdictLabels = {
  confirmed: texts.verdicts.confirmed,
  rejected: texts.verdicts.rejected,
  unsure: texts.verdicts.unsure,
} as const;

/** One verdict without a detection: its content, its position and its actions. */
function UnattachedItem({ item }: { readonly item: UnattachedReview }) {
  const app = useApp();
  const focusedId = useResults((state) => state.focusedId);
  const canWrite = useSession(({ session }) => session?.workspace === 'open');
  const { recordId, identity, review, position, analytic, isRecordPresent } = item;
  const summary = [
    review.verdict ? verdictLabels[review.verdict] : texts.unattached.noVerdict,
    ...(review.flagged ? [texts.chips.flagged] : []),
    ...(analytic === null ? [] : [analytic]),
  ].join(' · ');
  const positionText = position ? formatPosition(position) : texts.unattached.unknownPosition;
  return (
    <li className={styles.item}>
      <strong>{summary}</strong>
      <span>{positionText}</span>
      {review.note ? <span className={styles.note}>{review.note}</span> : null}
      <span className="muted">
        {review.reviewer}, {formatTime(review.reviewedAt)}
      </span>
      <span className={styles.record}>{texts.unattached.record(recordId, isRecordPresent)}</span>
      <span className={styles.actions}>
        {position ? (
          <TextButton
            aria-label={texts.unattached.showPosition(positionText)}
            onClick={() =>
              void app.commands.runWith('places.go-to', {
                position,
                label: texts.unattached.item,
                zoom: 16,
              })
            }
          >
            {texts.unattached.showOnMap}
          </TextButton>
        ) : null}
        {canWrite && focusedId !== null ? (
          <TextButton onClick={() => void attachVerdict(app, { recordId, identity, detectionId: focusedId })}>
            {texts.unattached.attach(focusedId)}
          </TextButton>
        ) : null}
      </span>
    </li>
  );
}
