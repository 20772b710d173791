import type { CSSProperties } from 'react';
import { useReview, useUi } from '../context/use-stores.ts';
import { ImportDropZone } from '../features/areas/import/import-drop-zone.tsx';
import { TypedAreaDialog } from '../features/areas/typed-area-dialog.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { Inspector } from '../features/inspector/inspector.tsx';
import { ChipPrefetchDialog } from '../features/jobs/chip-prefetch-dialog.tsx';
import { JobsButton } from '../features/jobs/jobs-button.tsx';
import { JobsTray } from '../features/jobs/jobs-tray.tsx';
import { SourceAttribution } from '../features/layers/sources/source-attribution.tsx';
import { SourceNotes } from '../features/layers/sources/source-notes.tsx';
import { MapPanel } from '../features/map-view/map-panel.tsx';
import { CompareView } from '../features/passes/compare/compare-view.tsx';
import { PassDetailPane } from '../features/passes/pass-detail-pane.tsx';
import { BookmarksMenu } from '../features/places/bookmarks/bookmarks-menu.tsx';
import { GoToDialog } from '../features/places/go-to/go-to-dialog.tsx';
import { MarkCard } from '../features/places/go-to/mark-card.tsx';
import { PictureDialog } from '../features/print/picture-dialog.tsx';
import { ShowBar } from '../features/results/show/show-bar.tsx';
import { BulkReviewDialog } from '../features/review/bulk-review-dialog.tsx';
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
import { isReviewing } from '../stores/review-store.ts';
import { NotificationStack } from '../ui/notification-stack.tsx';
import { Dock } from './dock/dock.tsx';
import { useDockHeight } from './dock/use-dock-height.ts';
import { SidePanel } from './side-panel.tsx';
import styles from './workspace-shell.module.css';

/** The whole page: the panels around the map, and the dialogs over it. */
export function WorkspaceShell() {
  useHotkeyCommands();
  const dockOpen = useUi((state) => state.dockOpen);
  const dockHeight = useDockHeight();
  const isChipLarge = useReview((state) => state.isChipLarge || isReviewing(state));
  return (
    <div
      className={styles.shell}
      data-dock={dockOpen ? 'open' : 'closed'}
      data-chip={isChipLarge ? 'large' : 'small'}
      style={{ '--dock-height': `${dockHeight}px` } as CSSProperties}
    >
      <Header />
      <Notices />
      <Rail />
      <SidePanel />
      <div className={styles.show}>
        <ShowBar />
      </div>
      <main className={styles.map} aria-label="Map">
        <MapPanel
          bookmarks={(item) => <BookmarksMenu item={item} />}
          card={<MarkCard />}
          notes={<SourceNotes />}
          attribution={<SourceAttribution />}
        />
        <CompareView />
        <NotificationStack />
      </main>
      <Dock />
      <aside className={styles.inspector} aria-label="Inspector" data-region="inspector" tabIndex={-1}>
        <Inspector passDetail={<PassDetailPane />} />
      </aside>
      <StatusBar jobs={<JobsButton />} />
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
      <WorkspaceDialogs />
      <HelpDialog />
      <CommandPalette />
    </div>
  );
}
