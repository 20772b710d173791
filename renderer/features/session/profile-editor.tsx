import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Failure, fail } from '../../../shared/result.ts';
import type { ConnectionHopResult } from '../../../shared/settings/network.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form, FormRows } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { checkProfile, type ProfileFields, type ProfileProblems, profileFields } from './check-profile.ts';
import { selectProfile } from './session-commands.ts';
import styles from './sign-in.module.css';
import { texts } from './texts.ts';

/** The form that changes `profile` or, without one, adds a profile and selects it. */
export function ProfileEditor({
  profile,
  onDone,
}: {
  readonly profile?: Profile;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const id = `profile ${profile?.id ?? 'new'}`;
  const form = useFields(useTyped<ProfileFields>(id, profileFields(profile)), async (fields) => {
    const checked = checkProfile(fields);
    if (!checked.ok) return toFormFailure(checked.problems);
    const saved = await app.api.session.saveProfile.mutate({
      ...checked.form,
      ...(profile && { id: profile.id }),
    });
    if (!saved.ok) return saved.failure;
    forgetTyped(app, id);
    const notSelected = profile ? null : await selectProfile(app, saved.value.id);
    if (!notSelected) onDone();
    return notSelected;
  });
  const { values, isBusy, failure, problems } = form;

  return (
    <Form
      form={form}
      className={styles.form}
      label={profile ? texts.editor.edit : texts.editor.new}
      rows={[
        {
          ...{ kind: 'text', name: 'name', label: texts.editor.name },
          ...{ placeholder: texts.editor.nameExample, 'data-autofocus': true },
        },
        {
          ...{ kind: 'text', name: 'baseUrl', label: texts.editor.baseAddress },
          ...{ placeholder: texts.editor.baseAddressExample, inputMode: 'url' },
        },
        {
          ...{ kind: 'text', name: 'imageBaseUrl', label: texts.editor.imageAddress },
          ...{ placeholder: texts.editor.imageAddressExample, inputMode: 'url' },
        },
      ]}
    >
      <details open={problems.brand !== undefined || undefined}>
        <summary className="muted">{texts.editor.advanced}</summary>
        <div className={styles.form} style={{ paddingTop: 8 }}>
          <FormRows
            form={form}
            rows={[
              { kind: 'text', name: 'brand', label: texts.editor.brand.label, hint: texts.editor.brand.hint },
              {
                ...{ kind: 'check', name: 'bracedQueryBody' },
                ...{ label: texts.editor.braces.label, hint: texts.editor.braces.hint },
              },
              {
                ...{ kind: 'check', name: 'sendTokenToImages' },
                ...{ label: texts.editor.tokenForImages.label, hint: texts.editor.tokenForImages.hint },
              },
            ]}
          />
        </div>
      </details>
      <ConnectionTest baseUrl={values.baseUrl} />
      {failure && !failure.problems ? <FailureNote failure={failure} title={texts.editor.notSaved} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {texts.editor.save}
        </Button>
        <Button onClick={onDone}>{texts.editor.cancel}</Button>
      </div>
    </Form>
  );
}

function toFormFailure(problems: ProfileProblems): Failure {
  const found = Object.entries(problems).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, value: '', message }],
  );
  return fail('invalid-input', texts.editor.invalidFields, { problems: found }).failure;
}

/** Tests the connection to the service at an address hop by hop, and names the one that fails. */
function ConnectionTest({ baseUrl }: { readonly baseUrl: string }) {
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
