import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Result } from '../../../shared/result.ts';
import { type NetworkState, type ProxySettings, proxyModes } from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { Form, FormRows } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { FormEnd } from './form-end.tsx';
import { NetworkCertificates } from './network-certificates.tsx';
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
