import { useState } from 'react';
import { useProfiles } from '../../context/use-profiles.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileItem } from './profile-item.tsx';
import styles from './profiles.module.css';
import { texts } from './texts.ts';

/** The list of profiles. */
export function ProfilesSection() {
  const { profiles, error } = useProfiles();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PanelHeading title={texts.profiles.title}>
        <TextButton onClick={() => setAdding(true)} disabled={isAdding}>
          {texts.profiles.new}
        </TextButton>
      </PanelHeading>
      {isAdding ? (
        <div className={styles.editor}>
          <ProfileEditor onDone={() => setAdding(false)} />
        </div>
      ) : null}
      {error ? <FailureNote failure={toFailure(error)} title={texts.profiles.unreadable} /> : null}
      <ul className={styles.list} aria-label={texts.profiles.title}>
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </>
  );
}
