import { AboutSection } from './about-section.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** Profiles, where data lies, and what this program is. */
export function SettingsPanel() {
  return (
    <>
      <ProfilesSection />
      <StorageSection />
      <AboutSection />
    </>
  );
}
