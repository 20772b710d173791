import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReviewMergeSource } from '../../../../shared/review/review-merge.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useFileChoice } from '../../../context/use-file-choice.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { UploadState } from '../../../ui/upload-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import styles from '../workspace.module.css';
import { MergePlanForm } from './merge-plan-form.tsx';

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
