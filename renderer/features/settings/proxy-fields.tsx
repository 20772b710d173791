import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Result } from '../../../shared/result.ts';
import {
  type NetworkState,
  type ProxyMode,
  type ProxySettings,
  proxyModes,
} from '../../../shared/settings/network.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import styles from './settings-dialog.module.css';
import { KeychainNote, StoredPasswordInput } from './stored-password.tsx';
import { texts as settingsTexts } from './texts.ts';

const texts = settingsTexts.network.proxy;

/** The form of the proxy. The fields of other modes keep their values. */
export function ProxyFields({
  state,
  onSaved,
}: {
  readonly state: NetworkState;
  readonly onSaved: (result: Result<NetworkState>) => void;
}) {
  const { api } = useApp();
  const [fields, setFields] = useState<ProxySettings>(state.proxy);
  const [password, setPassword] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    const saved = await api.network.setProxy.mutate({ ...fields, password });
    if (!saved.ok) return saved.failure;
    setPassword(null);
    onSaved(saved);
    notifyInfo(texts.saved);
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
    <form onSubmit={submit} aria-label={texts.label} noValidate>
      <Stack gap="xs" mb="md">
        <Input.Wrapper label={texts.label} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={texts.label}
            value={mode}
            onChange={(value) => change({ mode: value as ProxyMode })}
            data={proxyModes.map((value) => ({
              value,
              label: texts.modes[value],
              disabled: value === 'script' && !canRunScripts,
            }))}
          />
        </Input.Wrapper>
        {canRunScripts ? null : <p className={styles.hint}>{texts.scriptNeedsElectron}</p>}
        {mode === 'system' ? (
          <p className={styles.hint}>
            {canRunScripts ? texts.systemSettings : texts.environment(state.environment)}
          </p>
        ) : null}
        {mode === 'manual' ? (
          <TextInput
            label={texts.address}
            placeholder={texts.addressExample}
            inputMode="url"
            value={fields.address}
            error={problems.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        ) : null}
        {mode === 'script' ? (
          <TextInput
            label={texts.script}
            placeholder={texts.scriptExample}
            inputMode="url"
            value={fields.script}
            error={problems.script}
            onChange={(event) => change({ script: event.currentTarget.value })}
          />
        ) : null}
        {mode === 'manual' || mode === 'system' ? (
          <Textarea
            label={texts.exceptions}
            description={texts.exceptionsHelp}
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
              label={texts.userName}
              description={texts.userNameHelp}
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
        <FormEnd submission={submission} notSaved={texts.notSaved} save={texts.save} />
      </Stack>
    </form>
  );
}
