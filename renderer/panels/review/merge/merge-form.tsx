import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../../shared/result.ts';
import type { OfferedReviews } from '../../../../shared/review/review-merge.ts';
import { chooseFile } from '../../../api/choose-file.ts';
import { useApp } from '../../../app/app-context.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { LoadingState } from '../../../components/loading-state.tsx';
import styles from './merge.module.css';
import { MergePlanForm } from './merge-plan-form.tsx';

/** Asks for another workspace, and shows what a merge of its reviews would do. */
export function MergeForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [offered, setOffered] = useState<OfferedReviews>();

  async function choose() {
    setFailure(undefined);
    setBusy('Comparing the reviews');
    const chosen = await chooseFile(
      app,
      '.gpkg',
      (uploadId) => {
        setBusy('Comparing the reviews');
        return app.api.review.chooseMerge.mutate(uploadId);
      },
      (file) => setBusy(`Sending ${file.name}`),
    );
    setBusy('');
    if (chosen.state === 'chosen') setOffered(chosen.value);
    if (chosen.state === 'failed') setFailure(chosen.failure);
  }

  if (offered) {
    return <MergePlanForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>
        Verdicts, flags, notes and their history come from the other workspace into this one; nothing else
        does, and the other file is only read. What a merge would do is shown before anything is done.
      </p>
      {failure ? <FailureNote failure={failure} title="Nothing was merged." /> : null}
      {busy ? <LoadingState label={busy} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={busy !== ''} onClick={() => void choose()} data-autofocus>
          Choose a workspace…
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
