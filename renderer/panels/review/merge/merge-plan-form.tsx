import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../../shared/result.ts';
import type { ConflictChoice, OfferedReviews } from '../../../../shared/review/review-merge.ts';
import { ask } from '../../../api/ask.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure, notifyInfo, notifyUndo } from '../../../app/notify.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FieldRows } from '../../../components/field-rows.tsx';
import { formatQuantity } from '../../../components/format.ts';
import { ReviewConflicts } from '../../workspace/review-conflicts.tsx';
import styles from './merge.module.css';
import { describeMerged, planRows } from './merge-words.ts';

/** What a merge would do, with every disagreement to be decided. */
export function MergePlanForm({
  offered,
  onDone,
  onBack,
}: {
  readonly offered: OfferedReviews;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const app = useApp();
  const { look, id } = offered;
  const [conflicts, setConflicts] = useState<ConflictChoice>({ keep: 'present', except: [] });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const total = Object.values(look.counts).reduce((sum, count) => sum + count, 0);

  async function merge(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const merged = await ask(() => app.api.review.merge.mutate({ fileId: id, conflicts }));
    setBusy(false);
    if (!merged.ok) {
      setFailure(merged.failure);
      return;
    }
    const { batch } = merged.value;
    if (batch === null) notifyInfo(describeMerged(merged.value));
    else notifyUndo(describeMerged(merged.value), () => undo(batch));
    onDone();
  }

  async function undo(batch: string) {
    const undone = await ask(() => app.api.review.undo.mutate({ batch }));
    if (!undone.ok) notifyFailure(undone.failure, 'The merge was not undone.');
  }

  return (
    <form onSubmit={(event) => void merge(event)} aria-label="Merge reviews">
      <Stack gap={10}>
        <FieldRows rows={planRows(offered)} />
        {total === 0 ? <p className={styles.text}>The other workspace has no reviews.</p> : null}
        {look.counts.conflict > 0 ? (
          <ReviewConflicts
            reviews={look}
            of={{ place: 'the other workspace', short: 'There', take: 'the other’s' }}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {look.unreadable > 0 ? (
          <p className={styles.text}>
            {formatQuantity(look.unreadable, 'entry makes', 'entries make')} no sense and will be passed over:
            another program has changed them, or the file is damaged.
          </p>
        ) : null}
        {failure ? <FailureNote failure={failure} title="Nothing was merged." /> : null}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={busy} disabled={total === 0} data-autofocus>
            Merge
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </Stack>
    </form>
  );
}
