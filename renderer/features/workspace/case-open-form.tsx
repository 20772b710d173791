import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OpenedFile } from '../../../shared/workspace/opened-file.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { UploadState } from '../../ui/upload-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { CaseCheck } from './case-check.tsx';
import { type OfferedCase, OfferedCaseForm } from './offered-case-form.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form that chooses a case, checks it, and shows its contents. */
export function CaseOpenForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<OfferedCase>();
  const fileChoice = useFileChoice();
  // The file that the dialog was opened for; another one is chosen after it.
  const { offeredFile } = app.stores.ui.getState();
  const { submit, isBusy, failure } = useSubmit(async (file: OpenedFile | null) => {
    const chosen = await fileChoice.choose(
      '.gpkg',
      (uploadId, signal) => app.api.workspace.chooseCase.mutate(uploadId, { signal }),
      file,
    );
    if (!chosen.ok) return chosen.failure;
    if (chosen.value) setOffered(chosen.value);
    return null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => {
    if (offeredFile) submit(undefined, offeredFile);
  }, []);

  if (offered) {
    return <OfferedCaseForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.importCase.about}</p>
      {failure ? <FailureNote failure={failure} title={texts.importCase.refused} /> : null}
      {fileChoice.sending ? (
        <UploadState progress={fileChoice.sending} onCancel={fileChoice.cancel} />
      ) : isBusy ? (
        <CaseCheck label={texts.importCase.checking} />
      ) : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit(undefined, null)} data-autofocus>
          {texts.importCase.choose}
        </Button>
        {isBusy ? (
          <Button onClick={fileChoice.cancel}>{texts.importCase.cancelCheck}</Button>
        ) : (
          <Button onClick={onDone}>{texts.importCase.cancel}</Button>
        )}
      </div>
    </Stack>
  );
}
