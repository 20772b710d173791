import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OpenedFile } from '../../../shared/workspace/opened-file.ts';
import { useApp } from '../../context/app-context.tsx';
import { chooseFile } from '../../context/choose-file.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { type OfferedPackage, OfferedPackageForm } from './offered-package-form.tsx';
import { PackageCheck } from './package-check.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The form that chooses a case package, checks it, and shows its contents. */
export function PackageOpenForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<OfferedPackage>();
  const [step, setStep] = useState('');
  const cancellation = useRef(new AbortController());
  // The file that the dialog was opened for; another one is chosen after it.
  const { offeredFile } = app.stores.ui.getState();
  const { submit, isBusy, failure } = useSubmit(async (file: OpenedFile | null) => {
    setStep(texts.openPackage.checking);
    cancellation.current = new AbortController();
    const { signal } = cancellation.current;
    const chosen = await chooseFile(
      app,
      '.sightline,.zip',
      (uploadId) => {
        setStep(texts.openPackage.checking);
        return app.api.workspace.choosePackage.mutate(uploadId, { signal });
      },
      (sent) => setStep(texts.openPackage.sending(sent.name)),
      file,
      signal,
    );
    if (!chosen.ok) return signal.aborted ? null : chosen.failure;
    if (chosen.value) setOffered(chosen.value);
    return null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => {
    if (offeredFile) submit(undefined, offeredFile);
  }, []);

  if (offered) {
    return <OfferedPackageForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>{texts.openPackage.about}</p>
      {failure ? <FailureNote failure={failure} title={texts.openPackage.refused} /> : null}
      {isBusy ? <PackageCheck label={step} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit(undefined, null)} data-autofocus>
          {texts.openPackage.choose}
        </Button>
        {isBusy ? (
          <Button onClick={() => cancellation.current.abort()}>{texts.openPackage.cancelCheck}</Button>
        ) : (
          <Button onClick={onDone}>{texts.openPackage.cancel}</Button>
        )}
      </div>
    </Stack>
  );
}
