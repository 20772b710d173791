import { TypedAreaDialog } from '../features/areas/typed-area-dialog.tsx';
import { DiagnosticsDialog } from '../features/diagnostics/diagnostics-dialog.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { GuideDialog } from '../features/help/guide-dialog.tsx';
import { Tour } from '../features/help/tour.tsx';
import { ChipPrefetchDialog } from '../features/jobs/chip-prefetch-dialog.tsx';
import { TileCacheForm } from '../features/layers/sources/tile-cache-form.tsx';
import { GoToDialog } from '../features/places/go-to/go-to-dialog.tsx';
import { PictureDialog } from '../features/print/picture-dialog.tsx';
import { BulkReviewDialog, DiscardReviewDialog } from '../features/review/review-dialogs.tsx';
import { DiskSummary } from '../features/search/disk-summary.tsx';
import { ResultsDialogs } from '../features/search/results-dialogs.tsx';
import { ProfilesSection } from '../features/session/profiles-section.tsx';
import { AboutSection, UpdatesSection } from '../features/settings/about-sections.tsx';
import { AppearanceSection, UnitsSection } from '../features/settings/display-sections.tsx';
import { KeysSection } from '../features/settings/keys-section.tsx';
import { NetworkSection } from '../features/settings/network-section.tsx';
import { SettingsDialog } from '../features/settings/settings-dialog.tsx';
import { SoftCapSection } from '../features/settings/soft-cap-section.tsx';
import { ChipCacheSection, StorageSection } from '../features/settings/storage-section.tsx';
import { TeamSection } from '../features/settings/team-section.tsx';
import { WorkspaceSection } from '../features/settings/workspace-section.tsx';
import { HelpDialog } from '../features/shell/help/help-dialog.tsx';
import { CommandPalette } from '../features/shell/palette/command-palette.tsx';
import { WorkspaceDialogs } from '../features/workspace/workspace-dialogs.tsx';
import { PanelHeading } from '../ui/panel-heading.tsx';

/** Every dialog but the sign-in, the tour and the command palette: what lies over the page and is not needed to draw it. */
export function Dialogs() {
  return (
    <>
      <TypedAreaDialog />
      <GoToDialog />
      <PictureDialog />
      <ResultsDialogs />
      <ExportDialog />
      <ChipPrefetchDialog />
      <BulkReviewDialog />
      <DiscardReviewDialog />
      <WorkspaceDialogs />
      <DiagnosticsDialog />
      <HelpDialog />
      <GuideDialog />
      <Tour />
      <AppSettings />
      <CommandPalette />
    </>
  );
}

/** The settings dialog with the sections of all features. */
function AppSettings() {
  return (
    <SettingsDialog
      contents={{
        appearance: <AppearanceSection />,
        units: <UnitsSection />,
        keys: <KeysSection />,
        limits: <SoftCapSection />,
        profiles: <ProfilesSection />,
        workspace: (
          <>
            <PanelHeading title="On this disk" />
            <DiskSummary />
            <WorkspaceSection />
          </>
        ),
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
