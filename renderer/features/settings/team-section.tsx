import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TeamForm, type TeamState, type TeamTest, teamHops } from '../../../shared/settings/team.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useFileChoice } from '../../context/use-file-choice.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import { KeychainNote, StoredPasswordInput } from './stored-password.tsx';
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
  const { api } = app;
  const apply = useApplyState<TeamState>(app.queries.team.state.queryKey());
  const [fields, setFields] = useTyped('team', toForm(state));
  // Unlike the other fields it is forgotten when the form is closed.
  const [password, setPassword] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    const saved = await api.team.save.mutate({ ...fields, password });
    if (!saved.ok) return saved.failure;
    forgetTyped(app, 'team');
    setPassword(null);
    apply(saved);
    notifyInfo(texts.saved);
    return null;
  });
  const { submit, problems, clear } = submission;
  const change = (changed: Partial<typeof fields>) => {
    setFields({ ...fields, ...changed });
    clear(Object.keys(changed));
  };
  return (
    <form onSubmit={submit} aria-label={texts.form} noValidate>
      <Stack gap="xs" mb="md">
        <TextInput
          label={texts.host}
          description={texts.hostHelp}
          autoComplete="off"
          value={fields.host}
          error={problems.host}
          onChange={(event) => change({ host: event.currentTarget.value })}
        />
        <Group gap="xs" grow align="flex-start">
          <TextInput
            label={texts.address}
            description={texts.addressHelp}
            autoComplete="off"
            value={fields.address}
            error={problems.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
          <NumberInput
            label={texts.port}
            description={'\u00a0'}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            value={fields.port}
            error={problems.port}
            onChange={(value) => change({ port: Number(value) })}
          />
        </Group>
        <TextInput
          label={texts.database}
          autoComplete="off"
          value={fields.database}
          error={problems.database}
          onChange={(event) => change({ database: event.currentTarget.value })}
        />
        <TextInput
          label={texts.user}
          description={texts.userHelp}
          autoComplete="off"
          value={fields.user}
          error={problems.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
        <StoredPasswordInput
          state={state}
          value={password}
          error={problems.password}
          onChange={(typed) => {
            setPassword(typed);
            clear(['password']);
          }}
        />
        <KeychainNote state={state} />
        <FormEnd submission={submission} notSaved={texts.notSaved} save={texts.save} />
      </Stack>
    </form>
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
