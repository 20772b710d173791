import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '../../../shared/settings/profile.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../app/notify.tsx';
import { selectProfile } from '../../app/select-profile.ts';
import { useSession } from '../../app/use-stores.ts';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { ProfileEditor } from '../sign-in/profile-editor.tsx';
import styles from './settings.module.css';

/** One profile: use it, change it, or delete it after a question. The demo profile can only be used. */
export function ProfileItem({ profile }: { readonly profile: Profile }) {
  const app = useApp();
  const currentId = useSession((state) => state.session?.profile.id);
  const [mode, setMode] = useState<'shown' | 'edited' | 'asked'>('shown');
  const [busy, setBusy] = useState(false);
  const isCurrent = currentId === profile.id;

  async function remove() {
    setBusy(true);
    try {
      const removed = await app.api.session.removeProfile.mutate(profile.id);
      if (removed.ok) notifyInfo(`The profile “${profile.name}” is deleted. Its workspaces stay on disk.`);
      else notifyFailure(removed.failure, 'The profile was not deleted.');
    } catch (error) {
      notifyFailure(toFailure(error), 'The profile was not deleted.');
    } finally {
      setBusy(false);
      setMode('shown');
    }
  }

  if (mode === 'edited') {
    return (
      <li className={styles.editor}>
        <ProfileEditor profile={profile} onDone={() => setMode('shown')} />
      </li>
    );
  }
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span>{profile.name}</span>
        {isCurrent ? <span className={styles.badge}>in use</span> : null}
      </div>
      <div className={styles.address}>{profile.baseUrl || 'No address yet'}</div>
      {mode === 'asked' ? (
        <Note tone="warn">
          Delete this profile and its kept sign-in? Its workspaces stay on disk.
          <div className={styles.actions}>
            <Button
              size="compact-xs"
              color="red"
              variant="filled"
              loading={busy}
              onClick={() => void remove()}
            >
              Delete {profile.name}
            </Button>
            <Button size="compact-xs" onClick={() => setMode('shown')}>
              Keep it
            </Button>
          </div>
        </Note>
      ) : (
        <div className={styles.actions}>
          {isCurrent ? null : (
            <TextButton
              aria-label={`Use ${profile.name}`}
              onClick={() => void selectProfile(app, profile.id)}
            >
              Use
            </TextButton>
          )}
          {profile.kind === 'demo' ? null : (
            <>
              <TextButton aria-label={`Edit ${profile.name}`} onClick={() => setMode('edited')}>
                Edit
              </TextButton>
              <TextButton aria-label={`Delete ${profile.name}`} onClick={() => setMode('asked')}>
                Delete
              </TextButton>
            </>
          )}
        </div>
      )}
    </li>
  );
}
