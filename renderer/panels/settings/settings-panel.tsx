import { AboutSection } from './about-section.tsx';
import { ChipCacheSection } from './chip-cache-section.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { SoftCapSection } from './soft-cap-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

/** Profiles, own caps, where data lies, and what this program is. */
export function SettingsPanel() {
  return (
    <>
      <ProfilesSection />
      <WorkspaceSection />
      <SoftCapSection />
      <ChipCacheSection />
      <StorageSection />
      <AboutSection />
    </>
  );
}
