import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import packageText from '../../../package.json?raw';
import { formatBytes } from '../../../shared/format.ts';
import type { AvailableUpdate, UpdateState } from '../../../shared/settings/updates.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useHostKind } from '../../context/use-live-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import styles from './settings.module.css';
import { texts as settingsTexts } from './texts.ts';
import { useApplyState } from './use-apply-state.ts';

const texts = settingsTexts.updates;

/** The version, the address of updates, and the steps from looking for an update to installing it. */
export function UpdatesSection() {
  const { queries } = useApp();
  const query = useQuery(queries.updates.state.queryOptions());
  const { data } = query;
  return (
    <>
      <PanelHeading title={texts.title} />
      <QueryState query={query} title={texts.notRead} loading={texts.loading} />
      {data && !query.error ? (
        <>
          <FieldRows rows={[{ label: texts.version, value: data.currentVersion }]} />
          {data.problem === null ? (
            <>
              <p className="muted">{texts.about}</p>
              <AddressForm key={data.address} address={data.address} />
              <UpdateSteps state={data} />
              <p className="muted">{data.verification}</p>
            </>
          ) : (
            <p>{data.problem}</p>
          )}
          <p className="muted">{texts.workspaces}</p>
        </>
      ) : null}
    </>
  );
}

function AddressForm({ address }: { readonly address: string }) {
  const app = useApp();
  const { api } = app;
  const apply = useApplyState<UpdateState>(app.queries.updates.state.queryKey());
  const form = useFields(useTyped('address of updates', { address }), async (fields) => {
    const saved = await api.updates.setAddress.mutate(fields);
    if (!saved.ok) return saved.failure;
    forgetTyped(app, 'address of updates');
    apply(saved);
    notifyInfo(texts.saved);
    return null;
  });
  return (
    <Form
      form={form}
      label={texts.form}
      gap="xs"
      mb="md"
      rows={[
        {
          ...{ kind: 'text', name: 'address', label: texts.address, hint: texts.addressHelp },
          ...{ placeholder: texts.addressExample, inputMode: 'url' },
        },
      ]}
    >
      <FormEnd submission={form} notSaved={texts.notSaved} save={texts.save} />
    </Form>
  );
}

type Step = 'check' | 'checkFile' | 'fetchPackage' | 'installAndRestart';

/** Shows the found update, and the buttons of the next steps. */
function UpdateSteps({ state: { address, stage } }: { readonly state: UpdateState }) {
  const { api, queries } = useApp();
  const apply = useApplyState<UpdateState>(queries.updates.state.queryKey());
  const { submit, isBusy, failure } = useSubmit(async (step: Step) => {
    if (step === 'installAndRestart') {
      const installing = await api.updates.installAndRestart.mutate();
      return installing.ok ? null : installing.failure;
    }
    const done = await api.updates[step].mutate();
    if (!done.ok) return done.failure;
    apply(done);
    return null;
  });
  const isWorking = isBusy || stage.kind === 'checking' || stage.kind === 'fetching';
  return (
    <Stack gap="xs" mb="md">
      <div role="status">
        {stage.kind === 'checking' ? texts.checking : null}
        {stage.kind === 'current' ? texts.current(stage.offered) : null}
        {stage.kind === 'available' ? texts.available(stage.update.version, stage.update.from) : null}
        {stage.kind === 'ready' ? texts.ready(stage.update.version) : null}
      </div>
      {stage.kind === 'available' ? <UpdateFacts update={stage.update} /> : null}
      {stage.kind === 'fetching' ? (
        <FetchProgress update={stage.update} receivedBytes={stage.receivedBytes} />
      ) : null}
      {failure ? <FailureNote failure={failure} title={texts.failed} /> : null}
      <Group gap="xs">
        {stage.kind === 'available' ? (
          <Button disabled={isWorking} onClick={(event) => submit(event, 'fetchPackage')}>
            {texts.fetch}
          </Button>
        ) : null}
        {stage.kind === 'ready' ? (
          <Button onClick={(event) => submit(event, 'installAndRestart')}>{texts.install}</Button>
        ) : null}
        <Button
          variant="default"
          disabled={isWorking || address === ''}
          onClick={(event) => submit(event, 'check')}
        >
          {texts.check}
        </Button>
        <Button variant="default" disabled={isWorking} onClick={(event) => submit(event, 'checkFile')}>
          {texts.fromFile}
        </Button>
      </Group>
      <p className="muted">{texts.fromFileHelp}</p>
    </Stack>
  );
}

function UpdateFacts({ update }: { readonly update: AvailableUpdate }) {
  return (
    <FieldRows
      rows={[
        { label: texts.size, value: update.bytes === null ? null : formatBytes(update.bytes) },
        {
          label: texts.released,
          value: update.releasedAt === null ? null : <TimeText value={update.releasedAt} />,
        },
      ]}
    />
  );
}

function FetchProgress({
  update: { bytes },
  receivedBytes,
}: {
  readonly update: AvailableUpdate;
  readonly receivedBytes: number;
}) {
  const text = texts.fetching(formatBytes(receivedBytes), bytes === null ? null : formatBytes(bytes));
  return (
    <>
      <p>{text}</p>
      <Progress value={bytes === null ? 0 : (100 * receivedBytes) / bytes} aria-label={text} />
    </>
  );
}

const { version } = JSON.parse(packageText) as { version: string };
const hostNames = { electron: settingsTexts.about.ownWindow, browser: settingsTexts.about.browser } as const;

/** Version, host and licenses. */
export function AboutSection() {
  const hostKind = useHostKind();
  const [showsNotices, setShowsNotices] = useState(false);
  return (
    <>
      <PanelHeading title={settingsTexts.about.title} />
      <FieldRows
        rows={[
          { label: settingsTexts.about.version, value: version },
          { label: settingsTexts.about.host, value: hostKind === undefined ? null : hostNames[hostKind] },
        ]}
      />
      <p className="muted">{settingsTexts.about.sources}</p>
      <TextButton onClick={() => setShowsNotices(true)}>{settingsTexts.about.licenses}</TextButton>
      <NoticesDialog opened={showsNotices} onClose={() => setShowsNotices(false)} />
    </>
  );
}

/** The licenses of all packages that the app contains. */
function NoticesDialog(props: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal {...props} title={settingsTexts.about.licensesTitle} size={760}>
      {props.opened ? <Notices /> : null}
    </Modal>
  );
}

function Notices() {
  const { data, error, refetch } = useQuery({ queryKey: ['notices'], queryFn: fetchNotices });
  if (error || data === undefined)
    return <QueryState query={{ error, refetch }} loading={settingsTexts.about.licensesLoading} />;
  return (
    <section aria-label={settingsTexts.about.licensesText}>
      <pre className={styles.notices}>{data}</pre>
    </section>
  );
}

/** Fetches the licenses. `npm run build` writes the file; in development it does not exist. */
async function fetchNotices(): Promise<string> {
  const response = await fetch('/third-party-notices.txt');
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  if (!response.ok || !isText) throw new Error(settingsTexts.about.licensesMissing);
  return response.text();
}
