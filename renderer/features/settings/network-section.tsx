import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Result } from '../../../shared/result.ts';
import {
  type NetworkState,
  type ProxyMode,
  type ProxySettings,
  proxyModes,
} from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import { NetworkCertificates } from './network-certificates.tsx';
import styles from './settings-dialog.module.css';
import { KeychainNote, StoredPasswordInput } from './stored-password.tsx';
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
  const [fields, setFields] = useTyped<ProxySettings>('proxy', state.proxy);
  const [password, setPassword] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    const saved = await api.network.setProxy.mutate({ ...fields, password });
    if (!saved.ok) return saved.failure;
    forgetTyped(app, 'proxy');
    setPassword(null);
    onSaved(saved);
    notifyInfo(proxyTexts.saved);
    return null;
  });
  const { submit, problems, clear } = submission;
  const change = (changed: Partial<ProxySettings>) => {
    setFields({ ...fields, ...changed });
    clear(Object.keys(changed));
  };
  const { mode } = fields;
  const canRunScripts = state.system === 'operating system';

  return (
    <form onSubmit={submit} aria-label={proxyTexts.label} noValidate>
      <Stack gap="xs" mb="md">
        <Input.Wrapper label={proxyTexts.label} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={proxyTexts.label}
            value={mode}
            onChange={(value) => change({ mode: value as ProxyMode })}
            data={proxyModes.map((value) => ({
              value,
              label: proxyTexts.modes[value],
              disabled: value === 'script' && !canRunScripts,
            }))}
          />
        </Input.Wrapper>
        {canRunScripts ? null : <p className={styles.hint}>{proxyTexts.scriptNeedsElectron}</p>}
        {mode === 'system' ? (
          <p className={styles.hint}>
            {canRunScripts ? proxyTexts.systemSettings : proxyTexts.environment(state.environment)}
          </p>
        ) : null}
        {mode === 'manual' ? (
          <TextInput
            label={proxyTexts.address}
            placeholder={proxyTexts.addressExample}
            inputMode="url"
            value={fields.address}
            error={problems.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        ) : null}
        {mode === 'script' ? (
          <TextInput
            label={proxyTexts.script}
            placeholder={proxyTexts.scriptExample}
            inputMode="url"
            value={fields.script}
            error={problems.script}
            onChange={(event) => change({ script: event.currentTarget.value })}
          />
        ) : null}
        {mode === 'manual' || mode === 'system' ? (
          <Textarea
            label={proxyTexts.exceptions}
            description={proxyTexts.exceptionsHelp}
            autosize
            minRows={1}
            value={fields.exceptions}
            error={problems.exceptions}
            onChange={(event) => change({ exceptions: event.currentTarget.value })}
          />
        ) : null}
        {mode === 'none' ? null : (
          <>
            <TextInput
              label={proxyTexts.userName}
              description={proxyTexts.userNameHelp}
              autoComplete="off"
              value={fields.username}
              error={problems.username}
              onChange={(event) => change({ username: event.currentTarget.value })}
            />
            {fields.username === '' ? null : (
              <StoredPasswordInput state={state} value={password} onChange={setPassword} />
            )}
          </>
        )}
        <KeychainNote state={state} />
        <FormEnd submission={submission} notSaved={proxyTexts.notSaved} save={proxyTexts.save} />
      </Stack>
    </form>
  );
}
