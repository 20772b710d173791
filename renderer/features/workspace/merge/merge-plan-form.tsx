import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type {
  ConflictChoice,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../../shared/review/review-merge.ts';
import { type App, useApp } from '../../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../../context/edit-history.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { ReviewConflicts } from '../review-conflicts.tsx';
import styles from '../workspace.module.css';

/** Preview of a merge, with a choice for every conflict. */
export function MergePlanForm({
  offered,
  onDone,
  onBack,
}: {
  readonly offered: ReviewMergeSource;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  const app = useApp();
  const { preview, id } = offered;
  const [conflicts, setConflicts] = useState<ConflictChoice>({ winner: 'present', except: [] });
  const total = Object.values(preview.counts).reduce((sum, count) => sum + count, 0);

  const { submit, isBusy, failure } = useSubmit(async () => {
    const merged = await callEdit(app, () => app.api.reviews.merge.mutate({ fileId: id, conflicts }));
    if (!merged.ok) return merged.failure;
    const { batch } = merged.value;
    if (batch === null) notifyInfo(describeMerged(merged.value));
    else recordMerge(app, batch, describeMerged(merged.value));
    onDone();
    return null;
  });

  return (
    <form onSubmit={submit} aria-label="Merge reviews">
      <Stack gap={10}>
        <FieldRows rows={mergePlanRows(offered)} />
        {total === 0 ? <p className={styles.text}>The other workspace has no reviews.</p> : null}
        {preview.counts.conflict > 0 ? (
          <ReviewConflicts
            reviews={preview}
            source={{ name: 'the other workspace', label: 'There', possessive: 'the other’s' }}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {preview.unreadable > 0 ? (
          <p className={styles.text}>
            {formatQuantity(preview.unreadable, 'entry is', 'entries are')} unreadable and will be skipped:
            changed by another program, or the file is damaged.
          </p>
        ) : null}
        {failure ? <FailureNote failure={failure} title="Nothing was merged." /> : null}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={isBusy} disabled={total === 0} data-autofocus>
            Merge
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </Stack>
    </form>
  );
}

/** Reverting a batch of reviews is a batch, which can be reverted in turn. */
function recordMerge(app: App, batch: string, message: string): void {
  let current = batch;
  const revert = async () => {
    const done = await app.api.reviews.undo.mutate({ batch: current });
    if (done.ok && done.value.batch !== null) current = done.value.batch;
    return done;
  };
  recordEdit(app, { name: 'merging the reviews of another workspace', undo: revert, redo: revert }, message);
}

/** What a merge would do, as rows of a label and its value. */
function mergePlanRows({
  fileName,
  name,
  preview: { counts, waiting },
}: ReviewMergeSource): { readonly label: string; readonly value: string }[] {
  const row = (label: string, count: number, words: string) =>
    count > 0 ? [{ label, value: `${formatCount(count)} · ${words}` }] : [];
  return [
    { label: 'From', value: name === null ? fileName : `${name} (${fileName})` },
    ...row('New', counts.new, 'not reviewed here; imported'),
    ...row('Newer', counts.newer, 'newer review by the same reviewer; imported'),
    ...row('Conflicts', counts.conflict, 'by two reviewers; to be decided'),
    ...row('Older', counts.older, 'changed here since; skipped'),
    ...row('Identical', counts.same, 'skipped'),
    ...row('Waiting', waiting, 'imported reviews whose detections are not fetched yet'),
  ];
}

/** The result of a merge, in one or two sentences. */
function describeMerged({ changed, waiting, conflicts }: ReviewMergeResult): string {
  const done =
    changed === 0
      ? 'Merged: no review changed; the history of the other workspace was added.'
      : `Merged: ${formatQuantity(changed, 'review')} imported.`;
  const more = [
    ...(conflicts > 0 ? [`${formatQuantity(conflicts, 'conflict')} resolved.`] : []),
    ...(waiting > 0 ? [`${formatQuantity(waiting, 'review waits', 'reviews wait')} for detections.`] : []),
  ];
  return [done, ...more].join(' ');
}
