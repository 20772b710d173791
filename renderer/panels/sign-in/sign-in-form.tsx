import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { selectProfile } from '../../app/select-profile.ts';
import { useSession } from '../../app/use-stores.ts';
import { TextButton } from '../../components/text-button.tsx';
import { DemoCredentials } from './demo-credentials.tsx';
import styles from './sign-in.module.css';
import { SignInFailure } from './sign-in-failure.tsx';

/** Profile, user name and password. `onBrowse` is offered where a workspace can be looked at without signing in. */
export function SignInForm({
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
  const profiles = useSession((state) => state.profiles);
  const [username, setUsername] = useState(session.username ?? '');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ readonly username?: string; readonly password?: string }>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const { profile } = session;

  async function signIn(event: FormEvent) {
    event.preventDefault();
    const found = {
      ...(username.trim() === '' && { username: 'Type your user name.' }),
      ...(password === '' && { password: 'Type your password.' }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(null);
    const outcome = await trySignIn();
    setBusy(false);
    if (outcome) setFailure(outcome);
    else onSignedIn();
  }

  async function trySignIn(): Promise<Failure | null> {
    try {
      const signedIn = await app.api.session.signIn.mutate({ profileId: profile.id, username, password });
      return signedIn.ok ? null : signedIn.failure;
    } catch (error) {
      return toFailure(error);
    }
  }

  return (
    <form className={styles.form} onSubmit={signIn} noValidate aria-label="Sign in">
      {session.status === 'expired' ? (
        <p className={styles.lead}>
          Your sign-in has expired. Waiting work continues once you sign in again.
        </p>
      ) : null}
      <div>
        <Select
          label="Profile"
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={profile.id}
          allowDeselect={false}
          disabled={busy}
          onChange={(id) => {
            if (id) void selectProfile(app, id);
          }}
        />
        <div className={styles.beside}>
          <span className={styles.address}>{profile.baseUrl || 'No address yet'}</span>
          <TextButton onClick={onNewProfile}>New profile…</TextButton>
        </div>
      </div>
      <TextInput
        label="User name"
        autoComplete="username"
        value={username}
        error={missing.username}
        disabled={busy}
        data-autofocus
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={password}
        error={missing.password}
        disabled={busy}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {profile.demoCredentials ? (
        <DemoCredentials
          credentials={profile.demoCredentials}
          onUse={(credentials) => {
            setUsername(credentials.username);
            setPassword(credentials.password);
            setMissing({});
          }}
        />
      ) : null}
      {failure ? <SignInFailure failure={failure} address={profile.baseUrl} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="filled" loading={busy}>
          Sign in
        </Button>
        {onBrowse ? <Button onClick={onBrowse}>Work offline</Button> : null}
      </div>
    </form>
  );
}
