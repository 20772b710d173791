import { TypedAreaDialog } from '../features/areas/typed-area-dialog.tsx';
import { DiagnosticsDialog } from '../features/diagnostics/diagnostics-dialog.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { GuideDialog } from '../features/help/guide-dialog.tsx';
import { Tour } from '../features/help/tour.tsx';
import { ChipPrefetchDialog } from '../features/jobs/chip-prefetch-dialog.tsx';
import { GoToDialog } from '../features/places/go-to/go-to-dialog.tsx';
import { PictureDialog } from '../features/print/picture-dialog.tsx';
import { BulkReviewDialog } from '../features/review/bulk-review-dialog.tsx';
import { DiscardReviewDialog } from '../features/review/discard-review-dialog.tsx';
import { ResultsDialogs } from '../features/search/results-dialogs.tsx';
import { SignInDialog } from '../features/session/sign-in-dialog.tsx';
import { HelpDialog } from '../features/shell/help/help-dialog.tsx';
import { CommandPalette } from '../features/shell/palette/command-palette.tsx';
import { WorkspaceDialogs } from '../features/workspace/workspace-dialogs.tsx';
import { AppSettings } from './app-settings.tsx';

/** Every dialog, the tour and the command palette: what lies over the page and is not needed to draw it. */
export function Dialogs() {
  return (
    <>
      <TypedAreaDialog />
      <GoToDialog />
      <PictureDialog />
      <SignInDialog />
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
