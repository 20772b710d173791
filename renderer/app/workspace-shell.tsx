import type { CSSProperties } from 'react';
import { useReviewStage } from '../context/use-review-stage.ts';
import { useUi } from '../context/use-stores.ts';
import { ImportDropZone } from '../features/areas/import/import-drop-zone.tsx';
import { TypedAreaDialog } from '../features/areas/typed-area-dialog.tsx';
import { DiagnosticsDialog } from '../features/diagnostics/diagnostics-dialog.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { GuideDialog } from '../features/help/guide-dialog.tsx';
import { Tour } from '../features/help/tour.tsx';
import { ReviewedDetection } from '../features/inspector/reviewed-detection.tsx';
import { ChipPrefetchDialog } from '../features/jobs/chip-prefetch-dialog.tsx';
import { JobsButton } from '../features/jobs/jobs-button.tsx';
import { JobsTray } from '../features/jobs/jobs-tray.tsx';
import { SourceAttribution } from '../features/layers/sources/source-attribution.tsx';
import { SourceNotes } from '../features/layers/sources/source-notes.tsx';
import { MapPanel } from '../features/map-view/map-panel.tsx';
import { CompareView } from '../features/passes/compare/compare-view.tsx';
import { BookmarksMenu } from '../features/places/bookmarks/bookmarks-menu.tsx';
import { GoToDialog } from '../features/places/go-to/go-to-dialog.tsx';
import { MarkCard } from '../features/places/go-to/mark-card.tsx';
import { PictureDialog } from '../features/print/picture-dialog.tsx';
import { SelectionChip } from '../features/results/filter/selection-chip.tsx';
import { ShowBar } from '../features/results/show/show-bar.tsx';
import { BulkReviewDialog } from '../features/review/bulk-review-dialog.tsx';
import { EndReviewDialog } from '../features/review/end-review-dialog.tsx';
import { ReviewStage } from '../features/review/review-stage.tsx';
import { ResultsDialogs } from '../features/search/results-dialogs.tsx';
import { SignInDialog } from '../features/session/sign-in-dialog.tsx';
import { Header } from '../features/shell/header.tsx';
import { HelpDialog } from '../features/shell/help/help-dialog.tsx';
import { Notices } from '../features/shell/notices.tsx';
import { CommandPalette } from '../features/shell/palette/command-palette.tsx';
import { Rail } from '../features/shell/rail.tsx';
import { StatusBar } from '../features/shell/status-bar.tsx';
import { useHotkeyCommands } from '../features/shell/use-hotkey-commands.ts';
import { WorkspaceDialogs } from '../features/workspace/workspace-dialogs.tsx';
import { isPanelOpen, isRailCompact, isRailRow } from '../stores/panel-layout.ts';
import { LiveRegion } from '../ui/announce.tsx';
import { NotificationStack } from '../ui/notification-stack.tsx';
import { AppSettings } from './app-settings.tsx';
import { Dock } from './dock/dock.tsx';
import { useDockGeometry } from './dock/use-dock-geometry.ts';
import { FocusNote } from './focus-note.tsx';
import { InspectorColumn, useInspectorGeometry } from './inspector-column.tsx';
import { SideColumn, useSideGeometry } from './side-column.tsx';
import styles from './workspace-shell.module.css';

/** The whole page: the panels around the map, and the dialogs over it. */
export function WorkspaceShell() {
  useHotkeyCommands();
  const side = useSideGeometry();
  const inspector = useInspectorGeometry();
  const dock = useDockGeometry();
  const stage = useReviewStage();
  const hasMapBesideReview = stage !== null && inspector.isShown && !inspector.isDrawer;
  const isMapFocused = useUi((state) => state.isMapFocused);
  const isDockOpen = useUi((state) => isPanelOpen(state, 'dock'));
  const rail = useUi(({ windowSize }) =>
    isRailRow(windowSize) ? 'row' : isRailCompact(windowSize) ? 'compact' : 'full',
  );
  return (
    <div
      className={styles.shell}
      data-map-focused={isMapFocused || undefined}
      data-rail={rail}
      data-review={stage === null ? undefined : hasMapBesideReview ? 'with-map' : 'chip-only'}
      style={
        {
          '--side-width': `${side.size}px`,
          '--inspector-width': `${inspector.size}px`,
          '--dock-height': `${dock.size}px`,
        } as CSSProperties
      }
    >
      <Header />
      <Notices />
      <Rail />
      <SideColumn />
      <div
        className={styles.main}
        data-dock={isMapFocused ? 'hidden' : !isDockOpen ? 'closed' : dock.isDrawer ? 'drawer' : 'open'}
      >
        <div className={styles.show} data-region="show" hidden={isMapFocused}>
          <ShowBar />
        </div>
        <main className={styles.map} aria-label="Map" data-region="map">
          <MapPanel
            isSmall={stage !== null}
            bookmarks={(item) => <BookmarksMenu item={item} />}
            card={<MarkCard />}
            notes={<SourceNotes />}
            attribution={<SourceAttribution />}
          />
          <CompareView />
          {stage ? null : <NotificationStack />}
          <FocusNote />
        </main>
        <Dock />
      </div>
      {stage ? (
        <>
          <ReviewStage content={stage} detection={(id) => <ReviewedDetection detectionId={id} />} />
          <div className={styles.stageNotifications}>
            <NotificationStack />
          </div>
        </>
      ) : null}
      <InspectorColumn />
      <StatusBar jobs={<JobsButton />} selection={<SelectionChip />} />
      <JobsTray />
      <ImportDropZone />
      <TypedAreaDialog />
      <GoToDialog />
      <PictureDialog />
      <SignInDialog />
      <ResultsDialogs />
      <ExportDialog />
      <ChipPrefetchDialog />
      <BulkReviewDialog />
      <EndReviewDialog />
      <WorkspaceDialogs />
      <DiagnosticsDialog />
      <HelpDialog />
      <GuideDialog />
      <Tour />
      <AppSettings />
      <CommandPalette />
      <LiveRegion />
    </div>
  );
}
