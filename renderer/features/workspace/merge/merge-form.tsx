import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { listCarried } from '../../../../shared/carried-words.ts';
import type {
  ConflictChoice,
  MergeItems,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../../shared/review/review-merge.ts';
import { workspaceKey } from '../../../../shared/session/session-state.ts';
import { useApp } from '../../../context/app-context.tsx';
import { callEdit } from '../../../context/edit-history.ts';
import { useFileChoice } from '../../../context/use-file-choice.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FieldRows } from '../../../ui/field-rows.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { notifyFailure, notifyInfo } from '../../../ui/notify.tsx';
import { UploadState } from '../../../ui/upload-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { countConflicts, ReviewConflicts } from '../review-conflicts.tsx';
import { texts } from '../texts.ts';
import styles from '../workspace.module.css';

/** The form that chooses another workspace and previews the merge of its reviews. */
export function MergeForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<ReviewMergeSource>();
  const fileChoice = useFileChoice();
  const { submit, isBusy, failure } = useSubmit(async () => {
    const chosen = await fileChoice.choose('.gpkg', (uploadId, signal) =>
      app.api.reviews.chooseMergeFile.mutate(uploadId, { signal }),
    );
    if (!chosen.ok) return chosen.failure;
    if (chosen.value) setOffered(chosen.value);
    return null;
  });

  if (offered) {
    return <MergePlanForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.merge.about}</p>
      {failure ? <FailureNote failure={failure} title={texts.merge.nothingMerged} /> : null}
      {fileChoice.sending ? (
        <UploadState progress={fileChoice.sending} onCancel={fileChoice.cancel} />
      ) : isBusy ? (
        <LoadingState label={texts.merge.comparing} />
      ) : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit()} data-autofocus>
          {texts.merge.choose}
        </Button>
        <Button onClick={onDone}>{texts.merge.cancel}</Button>
      </div>
    </Stack>
  );
}

/** Preview of a merge, with a choice for every conflict. */
function MergePlanForm({
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
  const { decisions, items } = preview;
  const [withItems, setWithItems] = useState(true);
  const itemNames = nameItems(items);
  const takesItems = withItems && itemNames.length > 0;
  const total =
    sumOf(preview.counts) +
    sumOf(decisions.counts) +
    preview.corrections +
    preview.places.changed +
    preview.places.inConflict +
    (takesItems ? itemNames.length : 0);

  // The preview is of the workspace that is open now.
  const [workspace] = useState(() => workspaceKey(app.stores.session.getState().session));

  const { submit, isBusy, failure } = useSubmit(async () => {
    const merged = await callEdit(app, () =>
      app.api.reviews.merge.mutate({ fileId: id, conflicts, withItems: takesItems, workspace }),
    );
    if (!merged.ok) return merged.failure;
    const { batch, itemsProblem } = merged.value;
    if (itemsProblem) notifyFailure(itemsProblem, texts.merge.items.notStarted);
    if (batch === null) notifyInfo(describeMerged(merged.value));
    else {
      const message = describeMerged(merged.value);
      void app.commands.runWith('review.record-batch', { name: texts.merge.edit, batch, message });
    }
    onDone();
    return null;
  });

  return (
    <form onSubmit={submit} aria-label={texts.merge.label}>
      <Stack gap={10}>
        <FieldRows rows={mergePlanRows(offered)} />
        {total === 0 ? <p className={styles.text}>{texts.merge.noReviews}</p> : null}
        {itemNames.length > 0 ? (
          <Checkbox
            label={texts.merge.items.label(itemNames.join(', '))}
            description={texts.merge.items.hint}
            checked={withItems}
            onChange={(event) => setWithItems(event.currentTarget.checked)}
          />
        ) : null}
        {countConflicts(preview) > 0 ? (
          <ReviewConflicts
            reviews={preview}
            source={texts.merge.source}
            value={conflicts}
            onChange={setConflicts}
          />
        ) : null}
        {preview.unreadable > 0 ? (
          <p className={styles.text}>{texts.merge.unreadable(preview.unreadable)}</p>
        ) : null}
        {failure ? <FailureNote failure={failure} title={texts.merge.nothingMerged} /> : null}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={isBusy} disabled={total === 0} data-autofocus>
            {texts.merge.start}
          </Button>
          <Button onClick={onBack}>{texts.merge.back}</Button>
        </div>
      </Stack>
    </form>
  );
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function nameItems(counts: MergeItems): readonly string[] {
  const { newerLayers, sites } = texts.merge.items;
  return [
    ...listCarried(counts, ['layers']),
    ...(counts.newerLayers > 0 ? [newerLayers(counts.newerLayers)] : []),
    ...(counts.sites > 0 ? [sites(counts.sites)] : []),
    ...listCarried({ ...counts, layers: 0 }),
  ];
}

/** Effects of a merge, as rows of a label and its value. */
function mergePlanRows({
  fileName,
  name,
  preview,
}: ReviewMergeSource): { readonly label: string; readonly value: string }[] {
  const { counts, waiting, corrections, decisions, places, items } = preview;
  const { from, rows, rowValue } = texts.merge.plan;
  const effects: Readonly<Record<keyof typeof rows, number>> = {
    ...{ ...counts, identical: counts.same, conflicts: countConflicts(preview), waiting, corrections },
    decisions: decisions.counts.new + decisions.counts.newer,
    places: places.changed,
    divergedLayers: items.divergedLayers,
  };
  return [
    { label: from, value: name === null ? fileName : `${name} (${fileName})` },
    ...(Object.keys(rows) as (keyof typeof rows)[]).flatMap((key) =>
      effects[key] > 0 ? [{ label: rows[key].label, value: rowValue(effects[key], rows[key].meaning) }] : [],
    ),
  ];
}

/** The result of a merge, in one or two sentences. */
function describeMerged({
  changed,
  waiting,
  conflicts,
  corrections,
  decisions,
  places,
  leftOutPlaces,
}: ReviewMergeResult): string {
  const done = changed === 0 ? texts.merge.merged.nothing : texts.merge.merged.reviews(changed);
  const more = [
    ...(conflicts > 0 ? [texts.merge.merged.conflicts(conflicts)] : []),
    ...(waiting > 0 ? [texts.merge.merged.waiting(waiting)] : []),
    ...listCarried({ decisions, places, corrections }).map(texts.merge.merged.imported),
    ...(leftOutPlaces > 0 ? [texts.merge.merged.leftOutPlaces(leftOutPlaces)] : []),
  ];
  return [done, ...more].join(' ');
}
