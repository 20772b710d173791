import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import type { Result } from '../../../shared/result.ts';
import type { CertificateFileState, NetworkState } from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

type Props = {
  readonly state: NetworkState;
  readonly onChanged: (result: Result<NetworkState | null>) => void;
};

/** The authorities that are trusted in addition, and the certificate of the user. */
export function NetworkCertificates(props: Props) {
  return (
    <>
      <Authorities {...props} />
      <ClientCertificate {...props} />
    </>
  );
}

function Authorities({ state, onChanged }: Props) {
  const app = useApp();
  const fileChoice = useFileChoice();
  const adding = useSubmit(async () => {
    const added = await fileChoice.choose('.pem,.crt,.cer', (uploadId) =>
      app.api.network.addAuthority.mutate(uploadId),
    );
    onChanged(added);
    return added.ok ? null : added.failure;
  });
  const removing = useSubmit(async (id: string) => {
    const removed = await app.api.network.removeAuthority.mutate(id);
    if (!removed.ok) return removed.failure;
    onChanged(removed);
    notifyInfo(texts.network.authorities.removed);
    return null;
  });
  const { authorities } = state;
  return (
    <>
      <PanelHeading title={texts.network.authorities.title} level={3} />
      <p className="muted">
        {texts.network.authorities.about} {authorities.length === 0 ? texts.network.authorities.none : null}
      </p>
      {authorities.length === 0 ? null : (
        <ul aria-label={texts.network.authorities.title} style={{ paddingLeft: 16 }}>
          {authorities.map((file) => (
            <li key={file.id}>
              <FileSummary file={file} />{' '}
              <TextButton
                aria-label={texts.network.authorities.removeNamed(file.name)}
                onClick={() => removing.submit(undefined, file.id)}
              >
                {texts.network.authorities.remove}
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {adding.failure ? (
        <FailureNote failure={adding.failure} title={texts.network.authorities.notAdded} />
      ) : null}
      {removing.failure ? (
        <FailureNote failure={removing.failure} title={texts.network.authorities.notRemoved} />
      ) : null}
      <Button variant="default" mb="md" loading={adding.isBusy} onClick={() => adding.submit()}>
        {texts.network.authorities.add}
      </Button>
    </>
  );
}

function ClientCertificate({ state: { clientCertificate }, onChanged }: Props) {
  const app = useApp();
  const [passphrase, setPassphrase] = useState('');
  const fileChoice = useFileChoice();
  const setting = useSubmit(async () => {
    const set = await fileChoice.choose('.p12,.pfx,.pem', (uploadId) =>
      app.api.network.setClientCertificate.mutate({ uploadId, passphrase }),
    );
    onChanged(set);
    if (!set.ok) return set.failure;
    if (set.value) setPassphrase('');
    return null;
  });
  const removing = useSubmit(async () => {
    const removed = await app.api.network.removeClientCertificate.mutate();
    if (!removed.ok) return removed.failure;
    onChanged(removed);
    notifyInfo(texts.network.client.removed);
    return null;
  });
  return (
    <>
      <PanelHeading title={texts.network.client.title} level={3} />
      <p className="muted">
        {texts.network.client.about} {clientCertificate ? null : texts.network.client.none}
      </p>
      {clientCertificate ? (
        <p>
          <FileSummary file={clientCertificate} />{' '}
          <TextButton onClick={() => removing.submit()}>{texts.network.client.remove}</TextButton>
        </p>
      ) : null}
      <form onSubmit={setting.submit} aria-label={texts.network.client.title}>
        <Stack gap="xs" mb="md">
          <PasswordInput
            label={texts.network.client.passphrase}
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          {setting.failure ? (
            <FailureNote failure={setting.failure} title={texts.network.client.notSet} />
          ) : null}
          <Button
            type="submit"
            variant="default"
            loading={setting.isBusy}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.network.client.choose}
          </Button>
        </Stack>
      </form>
    </>
  );
}

function FileSummary({ file: { name, certificates, problem } }: { readonly file: CertificateFileState }) {
  const [first] = certificates;
  const facts = first
    ? texts.network.certificate(first.subject, first.issuer, formatTime(first.validTo))
    : '';
  return (
    <>
      {name} <span className="muted">{problem === null ? facts : <FailureText failure={problem} />}</span>
    </>
  );
}
