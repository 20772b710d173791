import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionHopResult } from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './sign-in.module.css';
import { texts } from './texts.ts';

/** Tests the connection to the service at an address hop by hop, and names the one that fails. */
export function ConnectionTest({ baseUrl }: { readonly baseUrl: string }) {
  const { api } = useApp();
  const [tested, setTested] = useState<{ baseUrl: string; hops: readonly ConnectionHopResult[] } | null>(
    null,
  );
  const { submit, isBusy, failure } = useSubmit(async () => {
    setTested(null);
    const result = await api.network.testConnection.mutate(baseUrl);
    if (!result.ok) return result.failure;
    setTested({ baseUrl, hops: result.value });
    return null;
  });
  // The results of another address would be taken for those of the one in the form.
  const hops = tested?.baseUrl === baseUrl ? tested.hops : [];
  return (
    <>
      <div className={styles.actions}>
        <Button variant="default" loading={isBusy} disabled={baseUrl.trim() === ''} onClick={() => submit()}>
          {texts.connectionTest.test}
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} title={texts.connectionTest.notTested} /> : null}
      <div aria-live="polite">
        {hops.length === 0 ? null : (
          <ol className={styles.hops} aria-label={texts.connectionTest.results}>
            {hops.map(({ hop, outcome, detail }) => (
              <li key={hop} data-outcome={outcome}>
                <strong>
                  {texts.connectionTest.hops[hop]}: {texts.connectionTest.outcomes[outcome]}.
                </strong>{' '}
                {detail}
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}
