import { TileCacheForm } from '../features/layers/sources/tile-cache-form.tsx';
import { ProfilesSection } from '../features/session/profiles-section.tsx';
import { AboutSection } from '../features/settings/about-section.tsx';
import { AppearanceSection } from '../features/settings/appearance-section.tsx';
import { ChipCacheSection } from '../features/settings/chip-cache-section.tsx';
import { KeysSection } from '../features/settings/keys-section.tsx';
import { NetworkSection } from '../features/settings/network-section.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { SoftCapSection } from '../features/settings/soft-cap-section.tsx';
import { StorageSection } from '../features/settings/storage-section.tsx';
import { TeamSection } from '../features/settings/team-section.tsx';
import { UnitsSection } from '../features/settings/units-section.tsx';
import { UpdatesSection } from '../features/settings/updates-section.tsx';
import { WorkspaceSection } from '../features/settings/workspace-section.tsx';
import { PanelHeading } from '../ui/panel-heading.tsx';

/** The settings dialog with the sections of all features. */
export function AppSettings() {
  return (
    <SettingsDialog
      contents={{
        appearance: <AppearanceSection />,
        units: <UnitsSection />,
        keys: <KeysSection />,
        limits: <SoftCapSection />,
        profiles: <ProfilesSection />,
        workspace: <WorkspaceSection />,
        storage: (
          <>
            <ChipCacheSection />
            <PanelHeading title="Map tiles" />
            <TileCacheForm />
            <StorageSection />
          </>
        ),
        network: <NetworkSection />,
        team: <TeamSection />,
        updates: <UpdatesSection />,
        about: <AboutSection />,
      }}
    />
  );
}
