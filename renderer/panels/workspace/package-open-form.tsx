import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { chooseFile } from '../../api/choose-file.ts';
import type { Api } from '../../api/client.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { OfferedPackageForm } from './offered-package-form.tsx';
import styles from './workspace.module.css';

/** A package that was chosen and checked. */
export type OfferedPackage = NonNullable<
  Extract<Awaited<ReturnType<Api['workspace']['choosePackage']['mutate']>>, { ok: true }>['value']
>;

/** Asks for a case package, checks it, and shows what is in it. */
export function PackageOpenForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [offered, setOffered] = useState<OfferedPackage>();

  async function choose() {
    setFailure(undefined);
    setBusy('Checking the package');
    const chosen = await chooseFile(
      app,
      '.zip',
      (uploadId) => {
        setBusy('Checking the package');
        return app.api.workspace.choosePackage.mutate(uploadId);
      },
      (file) => setBusy(`Sending ${file.name}`),
    );
    setBusy('');
    if (chosen.state === 'chosen') setOffered(chosen.value);
    if (chosen.state === 'failed') setFailure(chosen.failure);
  }

  if (offered) {
    return <OfferedPackageForm offered={offered} onDone={onDone} onBack={() => setOffered(undefined)} />;
  }
  return (
    <Stack gap={10}>
      <p className={styles.text}>
        The package is checked from end to end, and what is in it is shown, before anything is taken in.
      </p>
      {failure ? <FailureNote failure={failure} title="The package was refused." /> : null}
      {busy ? <LoadingState label={busy} /> : null}
      <div className={styles.actions}>
        <Button variant="filled" disabled={busy !== ''} onClick={() => void choose()} data-autofocus>
          Choose a package…
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
}
