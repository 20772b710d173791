import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type FieldProblem, fail } from '../../../shared/result.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { serviceAddress } from '../../../shared/settings/service-address.ts';
import { useApp } from '../../context/app-context.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession, useUi } from '../../context/use-stores.ts';
import { isFirstScreen } from '../../stores/session-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form, FormRows } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { selectProfile } from './session-commands.ts';
import styles from './sign-in.module.css';
import { texts } from './texts.ts';

/** The sign-in dialog. Where the demo is the only profile and nothing is open, it begins with the profile of a service. */
export function SignInDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'sign-in');
  const session = useSession((state) => state.session);
  const isFirst = useSession(isFirstScreen);
  const { profiles } = useProfiles();
  const [isEditingProfile, setEditingProfile] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!session) return null;
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // What is chosen at the opening stays, though saving a profile changes the list.
    if (opened) setEditingProfile(isFirst && profiles.every(({ kind }) => kind !== 'custom'));
  }
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isEditingProfile ? texts.dialog.newProfile : texts.dialog.signIn}
      size={400}
      overlayProps={{ backgroundOpacity: 0.5 }}
    >
      {isEditingProfile ? (
        <ProfileEditor onDone={() => setEditingProfile(false)} />
      ) : (
        <SignInForm
          key={session.profile.id}
          session={session}
          onNewProfile={() => setEditingProfile(true)}
          onSignedIn={close}
          onBrowse={session.workspace === 'none' ? undefined : close}
        />
      )}
    </Modal>
  );
}

/** Profile, user name and password. `onBrowse` is set while a workspace can be used without signing in. */
function SignInForm({
  session,
  onNewProfile,
  onSignedIn,
  onBrowse,
}: {
  readonly session: SessionState;
  readonly onNewProfile: () => void;
  readonly onSignedIn: () => void;
  readonly onBrowse: (() => void) | undefined;
}) {
  const app = useApp();
  const { profiles, query } = useProfiles();
  const { profile } = session;
  const isUserNameKnown = session.username !== undefined;
  useEffect(() => {
    // A lost connection has its own banner.
    void app.api.session.prepareSignIn.mutate();
  }, [app.api]);

  const { demoCredentials } = profile;
  const { username = '' } = session;
  // Who has started with the demo has not seen its public password: it is filled in.
  const password = username !== '' && username === demoCredentials?.username ? demoCredentials.password : '';
  const typed = useState({ username, password });
  const form = useFields(typed, async (filled) => {
    const missing = [
      ...(filled.username.trim() === '' ? [missingField('username', texts.signIn.enterUserName)] : []),
      ...(filled.password === '' ? [missingField('password', texts.signIn.enterPassword)] : []),
    ];
    if (missing.length > 0)
      return fail('invalid-input', texts.signIn.fillBoth, { problems: missing }).failure;
    const signedIn = await app.api.session.signIn.mutate({ profileId: profile.id, ...filled });
    if (!signedIn.ok) return signedIn.failure;
    onSignedIn();
    return null;
  });
  const { isBusy, failure } = form;

  const service = (
    <div key="service">
      <FormRows
        form={form}
        rows={[
          {
            ...{ kind: 'choice', name: 'profile', label: texts.signIn.profile, disabled: isBusy },
            data: profiles.map(({ id, name }) => ({ value: id, label: name })),
            value: profile.id,
            onChange: (id: string) => void selectProfile(app, id),
          },
        ]}
      />
      <QueryState query={query} title={texts.signIn.profilesUnreadable} />
      <div className={styles.beside}>
        <span className={styles.address}>{serviceAddress(profile)}</span>
        <TextButton onClick={onNewProfile}>{texts.signIn.newProfile}</TextButton>
      </div>
    </div>
  );
  return (
    <Form
      form={form}
      className={styles.form}
      label={texts.signIn.label}
      rows={[
        session.status === 'expired' ? (
          <p key="expired" className={styles.lead}>
            {texts.signIn.expired}
          </p>
        ) : null,
        service,
        {
          ...{ kind: 'text', name: 'username', label: texts.signIn.userName, autoComplete: 'username' },
          ...{ disabled: isBusy, 'data-autofocus': !isUserNameKnown || undefined },
        },
        {
          ...{ kind: 'password', name: 'password', label: texts.signIn.password },
          ...{ autoComplete: 'current-password', disabled: isBusy },
          'data-autofocus': isUserNameKnown || undefined,
        },
      ]}
    >
      {profile.demoCredentials ? (
        <DemoCredentials
          credentials={profile.demoCredentials}
          onUse={({ username, password }) => {
            form.change({ username, password });
            form.clear();
          }}
        />
      ) : null}
      {failure && failure.code !== 'invalid-input' ? (
        <FailureNote failure={failure} title={texts.signIn.notSignedIn} />
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {texts.signIn.submit}
        </Button>
        {onBrowse ? <Button onClick={onBrowse}>{texts.signIn.workOffline}</Button> : null}
      </div>
    </Form>
  );
}

function missingField(field: 'username' | 'password', message: string): FieldProblem {
  return { field, value: '', message };
}

type Credentials = NonNullable<Profile['demoCredentials']>;

/** The public user name and password of the demo service, with a button that fills them in. */
function DemoCredentials({
  credentials,
  onUse,
}: {
  readonly credentials: Credentials;
  readonly onUse: (credentials: Credentials) => void;
}) {
  return (
    <div className={styles.demo}>
      <div>
        {texts.demo.about}
        <br />
        {texts.demo.user} <code>{credentials.username}</code>, {texts.demo.password}{' '}
        <code>{credentials.password}</code>
      </div>
      <Button size="compact-xs" onClick={() => onUse(credentials)}>
        {texts.demo.fillIn}
      </Button>
    </div>
  );
}
