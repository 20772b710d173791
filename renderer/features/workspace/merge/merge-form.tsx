import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReviewMergeSource } from '../../../../shared/review/review-merge.ts';
import { useApp } from '../../../context/app-context.tsx';
import { chooseFile } from '../../../context/choose-file.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import styles from '../workspace.module.css';
import { MergePlanForm } from './merge-plan-form.tsx';

/** The form that chooses another workspace and previews the merge of its reviews. */
export function MergeForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<ReviewMergeSource>();
  const [step, setStep] = useState('');
  const { submit, isBusy, failure } = useSubmit(async () => {
    setStep(texts.merge.comparing);
    const chosen = await chooseFile(
      app,
      '.gpkg',
      (uploadId) => {
        setStep(texts.merge.comparing);
        return app.api.reviews.chooseMergeFile.mutate(uploadId);
      },
      (file) => setStep(texts.merge.sending(file.name)),
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
      {isBusy ? <LoadingState label={step} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit()} data-autofocus>
          {texts.merge.choose}
        </Button>
        <Button onClick={onDone}>{texts.merge.cancel}</Button>
      </div>
    </Stack>
  );
}
