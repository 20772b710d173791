import { Button, Input, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../shared/format.ts';
import type { Result } from '../../../shared/result.ts';
import {
  type CertificateFileState,
  type NetworkState,
  type ProxySettings,
  proxyModes,
} from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Form, FormRows } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import styles from './settings-dialog.module.css';
import { KeychainNote, storedPasswordRow } from './stored-password.tsx';
import { texts } from './texts.ts';
import { useApplyState } from './use-apply-state.ts';

/** Proxy, added authorities and the client certificate. */
export function NetworkSection() {
  const { queries } = useApp();
  const query = useQuery(queries.network.state.queryOptions());
  const { data } = query;
  const apply = useApplyState<NetworkState>(queries.network.state.queryKey());
  return (
    <>
      <PanelHeading title={texts.network.title} />
      <p className="muted">{texts.network.about}</p>
      <QueryState query={query} title={texts.network.notRead} loading={texts.network.loading} />
      {data && !query.error ? (
        <>
          <ProxyFields key={JSON.stringify(data.proxy)} state={data} onSaved={apply} />
          <NetworkCertificates state={data} onChanged={apply} />
        </>
      ) : null}
    </>
  );
}

const proxyTexts = texts.network.proxy;

/** The form of the proxy. The fields of other modes keep their values. */
function ProxyFields({
  state,
  onSaved,
}: {
  readonly state: NetworkState;
  readonly onSaved: (result: Result<NetworkState>) => void;
}) {
  const app = useApp();
  const { api } = app;
  const [password, setPassword] = useState<string | null>(null);
  const form = useFields(useTyped<ProxySettings>('proxy', state.proxy), async (fields) => {
    const saved = await api.network.setProxy.mutate({ ...fields, password });
    if (!saved.ok) return saved.failure;
    forgetTyped(app, 'proxy');
    setPassword(null);
    onSaved(saved);
    notifyInfo(proxyTexts.saved);
    return null;
  });
  const { mode, username } = form.values;
  const canRunScripts = state.system === 'operating system';
  const system = canRunScripts ? proxyTexts.systemSettings : proxyTexts.environment(state.environment);
  const hint = (text: string) => <p className={styles.hint}>{text}</p>;

  return (
    <Form
      form={form}
      label={proxyTexts.label}
      gap="xs"
      mb="md"
      rows={[
        <Input.Wrapper key="mode" label={proxyTexts.label} labelElement="div">
          <FormRows
            form={form}
            rows={[
              {
                ...{ kind: 'segments', name: 'mode', label: proxyTexts.label, fullWidth: true },
                data: proxyModes.map((value) => ({
                  value,
                  label: proxyTexts.modes[value],
                  disabled: value === 'script' && !canRunScripts,
                })),
              },
            ]}
          />
        </Input.Wrapper>,
        canRunScripts ? null : hint(proxyTexts.scriptNeedsElectron),
        mode === 'system' ? hint(system) : null,
        {
          ...{ kind: 'text', name: 'address', label: proxyTexts.address, shownIf: mode === 'manual' },
          ...{ placeholder: proxyTexts.addressExample, inputMode: 'url' },
        },
        {
          ...{ kind: 'text', name: 'script', label: proxyTexts.script, shownIf: mode === 'script' },
          ...{ placeholder: proxyTexts.scriptExample, inputMode: 'url' },
        },
        {
          ...{ kind: 'long-text', name: 'exceptions', label: proxyTexts.exceptions, minRows: 1 },
          hint: proxyTexts.exceptionsHelp,
          shownIf: mode === 'manual' || mode === 'system',
        },
        {
          ...{ kind: 'text', name: 'username', label: proxyTexts.userName, hint: proxyTexts.userNameHelp },
          ...{ shownIf: mode !== 'none', autoComplete: 'off' },
        },
        mode === 'none' || username === '' ? null : storedPasswordRow(state, password, setPassword),
        <KeychainNote key="keychain" state={state} />,
      ]}
    >
      <FormEnd submission={form} notSaved={proxyTexts.notSaved} save={proxyTexts.save} />
    </Form>
  );
}

type Props = {
  readonly state: NetworkState;
  readonly onChanged: (result: Result<NetworkState | null>) => void;
};

/** The authorities that are trusted in addition, and the certificate of the user. */
function NetworkCertificates(props: Props) {
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
