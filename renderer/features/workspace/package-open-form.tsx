import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { chooseFile } from '../../context/choose-file.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { type OfferedPackage, OfferedPackageForm } from './offered-package-form.tsx';
import { PackageCheck } from './package-check.tsx';
import styles from './workspace.module.css';

/** The form that chooses a case package, checks it, and shows its contents. */
export function PackageOpenForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [offered, setOffered] = useState<OfferedPackage>();
  const [step, setStep] = useState('');
  const cancellation = useRef(new AbortController());
  const { submit, isBusy, failure } = useSubmit(async () => {
    setStep('Checking the package');
    cancellation.current = new AbortController();
    const { signal } = cancellation.current;
    const chosen = await chooseFile(
      app,
      '.zip',
      (uploadId) => {
        setStep('Checking the package');
        return app.api.workspace.choosePackage.mutate(uploadId, { signal });
      },
      (file) => setStep(`Sending ${file.name}`),
    );
    if (!chosen.ok) return signal.aborted ? null : chosen.failure;
    if (chosen.value) setOffered(chosen.value);
    return null;
  });

  if (offered) {
    return <OfferedPackageForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>
        The package is fully checked and its contents are shown before anything is imported.
      </p>
      {failure ? <FailureNote failure={failure} title="The package was refused." /> : null}
      {isBusy ? <PackageCheck label={step} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={isBusy} onClick={() => submit()} data-autofocus>
          Choose a package…
        </Button>
        {isBusy ? (
          <Button onClick={() => cancellation.current.abort()}>Cancel the check</Button>
        ) : (
          <Button onClick={onDone}>Cancel</Button>
        )}
      </div>
    </Stack>
  );
}
