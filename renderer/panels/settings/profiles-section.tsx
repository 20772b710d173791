import { useState } from 'react';
import { useSession } from '../../app/use-stores.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { ProfileEditor } from '../sign-in/profile-editor.tsx';
import { ProfileItem } from './profile-item.tsx';
import styles from './settings.module.css';

/** The services that can be signed in to. */
export function ProfilesSection() {
  const profiles = useSession((state) => state.profiles);
  const [adds, setAdds] = useState(false);
  return (
    <>
      <PanelHeading title="Profiles">
        <TextButton onClick={() => setAdds(true)} disabled={adds}>
          New profile
        </TextButton>
      </PanelHeading>
      {adds ? (
        <div className={styles.editor}>
          <ProfileEditor onDone={() => setAdds(false)} />
        </div>
      ) : null}
      <ul className={styles.list} aria-label="Profiles">
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </>
  );
}
