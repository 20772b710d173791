import { useState } from 'react';
import { useProfiles } from '../../context/use-profiles.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileItem } from './profile-item.tsx';
import styles from './profiles.module.css';

/** The list of profiles. */
export function ProfilesSection() {
  const { profiles, error } = useProfiles();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PanelHeading title="Profiles">
        <TextButton onClick={() => setAdding(true)} disabled={isAdding}>
          New profile
        </TextButton>
      </PanelHeading>
      {isAdding ? (
        <div className={styles.editor}>
          <ProfileEditor onDone={() => setAdding(false)} />
        </div>
      ) : null}
      {error ? <FailureNote failure={toFailure(error)} title="The profiles could not be read." /> : null}
      <ul className={styles.list} aria-label="Profiles">
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </>
  );
}
