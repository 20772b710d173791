import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TeamForm, type TeamState, type TeamTest, teamHops } from '../../../shared/settings/team.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import { KeychainNote, storedPasswordRow } from './stored-password.tsx';
import { texts as settingsTexts } from './texts.ts';
import { useApplyState } from './use-apply-state.ts';

const texts = settingsTexts.team;

/** The team database: how to reach it, and a test of each hop. */
export function TeamSection() {
  const { queries } = useApp();
  const query = useQuery(queries.team.state.queryOptions());
  const { data } = query;
  return (
    <>
      <PanelHeading title={texts.title} />
      <p className="muted">{texts.about}</p>
      <QueryState query={query} title={texts.notRead} loading={texts.loading} />
      {data && !query.error ? (
        <>
          <ServerForm key={JSON.stringify(data.settings)} state={data} />
          {data.settings ? (
            <>
              <Authority name={data.settings.authority?.name ?? null} />
              <ConnectionTest key={JSON.stringify(data)} />
              <ForgetTeam />
            </>
          ) : null}
        </>
      ) : null}
    </>
  );
}

const emptyForm: Omit<TeamForm, 'password'> = { host: '', address: '', port: 5432, database: '', user: '' };

function ServerForm({ state }: { readonly state: TeamState }) {
  const app = useApp();
  const apply = useApplyState<TeamState>(app.queries.team.state.queryKey());
  // Unlike the other fields it is forgotten when the form is closed.
  const [password, setPassword] = useState<string | null>(null);
  const form = useFields(useTyped('team', toForm(state)), async (fields) => {
    const saved = await app.api.team.save.mutate({ ...fields, password });
    if (!saved.ok) return saved.failure;
    forgetTyped(app, 'team');
    setPassword(null);
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
        { kind: 'text', name: 'host', label: texts.host, hint: texts.hostHelp, autoComplete: 'off' },
        {
          kind: 'beside',
          rows: [
            {
              kind: 'text',
              name: 'address',
              label: texts.address,
              hint: texts.addressHelp,
              autoComplete: 'off',
            },
            {
              ...{ kind: 'number', name: 'port', label: texts.port, hint: '\u00a0' },
              ...{ min: 1, max: 65_535, allowDecimal: false, hideControls: true, value: form.values.port },
              onChange: (port: number | string) => form.change({ port: Number(port) }),
            },
          ],
        },
        { kind: 'text', name: 'database', label: texts.database, autoComplete: 'off' },
        { kind: 'text', name: 'user', label: texts.user, hint: texts.userHelp, autoComplete: 'off' },
        storedPasswordRow(state, password, setPassword),
        <KeychainNote key="keychain" state={state} />,
      ]}
    >
      <FormEnd submission={form} notSaved={texts.notSaved} save={texts.save} />
    </Form>
  );
}

function toForm({ settings }: TeamState): typeof emptyForm {
  if (!settings) return emptyForm;
  const { authority: _authority, ...fields } = settings;
  return fields;
}

function Authority({ name }: { readonly name: string | null }) {
  const app = useApp();
  const apply = useApplyState<TeamState>(app.queries.team.state.queryKey());
  const fileChoice = useFileChoice();
  const setting = useSubmit(async (isRemoval: boolean) => {
    const changed = isRemoval
      ? await app.api.team.removeAuthority.mutate()
      : await fileChoice.choose('.pem,.crt,.cer', (uploadId) => app.api.team.setAuthority.mutate(uploadId));
    apply(changed);
    return changed.ok ? null : changed.failure;
  });
  return (
    <>
      <PanelHeading title={texts.authority} level={3} />
      <p className="muted">
        {name ?? texts.noAuthority}{' '}
        {name === null ? null : (
          <TextButton onClick={() => setting.submit(undefined, true)}>{texts.removeAuthority}</TextButton>
        )}
      </p>
      {setting.failure ? <FailureNote failure={setting.failure} title={texts.notSet} /> : null}
      <Button
        variant="default"
        mb="md"
        loading={setting.isBusy}
        onClick={() => setting.submit(undefined, false)}
      >
        {texts.chooseAuthority}
      </Button>
    </>
  );
}

function ConnectionTest() {
  const { api } = useApp();
  const [outcome, setOutcome] = useState<TeamTest | null>(null);
  const { submit, isBusy, failure } = useSubmit(async () => {
    setOutcome(null);
    const tested = await api.team.test.mutate();
    if (!tested.ok) return tested.failure;
    setOutcome(tested.value);
    return null;
  });
  return (
    <>
      <PanelHeading title={texts.connection} level={3} />
      <Group mb="md">
        <Button variant="default" loading={isBusy} onClick={() => submit()}>
          {texts.test}
        </Button>
      </Group>
      {isBusy ? <LoadingState label={texts.testing} /> : null}
      {failure ? <FailureNote failure={failure} title={texts.notTested} /> : null}
      {outcome ? <TestOutcome outcome={outcome} /> : null}
    </>
  );
}

function TestOutcome({ outcome }: { readonly outcome: TeamTest }) {
  if (outcome.failedAt === null) return <Note>{texts.works(outcome.mayReview, outcome.mayPublish)}</Note>;
  const failedIndex = teamHops.indexOf(outcome.failedAt);
  const stateOf = (index: number) =>
    index < failedIndex ? texts.passed : index === failedIndex ? texts.failed : texts.notReached;
  return (
    <>
      <FieldRows rows={teamHops.map((hop, index) => ({ label: texts.hops[hop], value: stateOf(index) }))} />
      <FailureNote failure={outcome.failure} />
    </>
  );
}

/** Asks first: the password is gone afterwards. */
function ForgetTeam() {
  const { api, queries } = useApp();
  const apply = useApplyState<TeamState>(queries.team.state.queryKey());
  const [isAsking, setIsAsking] = useState(false);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const removed = await api.team.remove.mutate();
    if (!removed.ok) return removed.failure;
    apply(removed);
    notifyInfo(texts.removed);
    return null;
  });
  return (
    <>
      <p className="muted">{isAsking ? texts.removeConfirm : texts.removeHint}</p>
      {failure ? <FailureNote failure={failure} title={texts.notRemoved} /> : null}
      <Group gap="xs" mb="md">
        <Button
          variant="default"
          color="red"
          loading={isBusy}
          onClick={() => (isAsking ? submit() : setIsAsking(true))}
        >
          {texts.remove}
        </Button>
        {isAsking ? (
          <Button variant="default" onClick={() => setIsAsking(false)}>
            {texts.cancel}
          </Button>
        ) : null}
      </Group>
    </>
  );
}
