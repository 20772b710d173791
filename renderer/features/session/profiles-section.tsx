import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '../../../shared/settings/profile.ts';
import { serviceAddress } from '../../../shared/settings/service-address.ts';
import { useApp } from '../../context/app-context.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import itemList from '../../ui/item-list.module.css';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ProfileEditor } from './profile-editor.tsx';
import styles from './profiles.module.css';
import { selectProfile } from './session-commands.ts';
import { texts } from './texts.ts';

/** The list of profiles. */
export function ProfilesSection() {
  const { profiles, query } = useProfiles();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PanelHeading title={texts.profiles.title}>
        <TextButton onClick={() => setAdding(true)} disabled={isAdding}>
          {texts.profiles.new}
        </TextButton>
      </PanelHeading>
      {isAdding ? (
        <div className={itemList.item}>
          <ProfileEditor onDone={() => setAdding(false)} />
        </div>
      ) : null}
      <QueryState query={query} title={texts.profiles.unreadable} />
      <ul className={itemList.list} aria-label={texts.profiles.title}>
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </>
  );
}

/** One profile with its actions; deleting asks for confirmation. The demo profile can only be selected. */
function ProfileItem({ profile }: { readonly profile: Profile }) {
  const app = useApp();
  const currentId = useSession((state) => state.session?.profile.id);
  const [mode, setMode] = useState<'shown' | 'editing' | 'confirming'>('shown');
  const isCurrent = currentId === profile.id;

  const { submit, isBusy, failure } = useSubmit(async () => {
    const removed = await app.api.session.removeProfile.mutate(profile.id);
    if (!removed.ok) return removed.failure;
    setMode('shown');
    notifyInfo(texts.profile.deleted(profile.name));
    return null;
  });

  if (mode === 'editing') {
    return (
      <li className={itemList.item}>
        <ProfileEditor profile={profile} onDone={() => setMode('shown')} />
      </li>
    );
  }
  return (
    <li className={itemList.item}>
      <div className={itemList.itemHead}>
        <span>{profile.name}</span>
        {isCurrent ? <span className={styles.badge}>{texts.profile.inUse}</span> : null}
      </div>
      <div className={styles.address}>{serviceAddress(profile)}</div>
      {mode === 'confirming' ? (
        <Note tone="warn">
          {texts.profile.confirmDelete}
          <div className={itemList.actions}>
            <Button size="compact-xs" color="red" variant="filled" loading={isBusy} onClick={() => submit()}>
              {texts.profile.deleteNamed(profile.name)}
            </Button>
            <Button size="compact-xs" onClick={() => setMode('shown')}>
              {texts.profile.cancel}
            </Button>
          </div>
          {failure ? <FailureNote failure={failure} title={texts.profile.notDeleted} /> : null}
        </Note>
      ) : (
        <div className={itemList.actions}>
          {isCurrent ? null : (
            <TextButton
              aria-label={texts.profile.selectNamed(profile.name)}
              onClick={() => void selectProfile(app, profile.id)}
            >
              {texts.profile.select}
            </TextButton>
          )}
          {profile.kind === 'demo' ? null : (
            <>
              <TextButton
                aria-label={texts.profile.editNamed(profile.name)}
                onClick={() => setMode('editing')}
              >
                {texts.profile.edit}
              </TextButton>
              <TextButton
                aria-label={texts.profile.deleteNamed(profile.name)}
                onClick={() => setMode('confirming')}
              >
                {texts.profile.delete}
              </TextButton>
            </>
          )}
        </div>
      )}
    </li>
  );
}
