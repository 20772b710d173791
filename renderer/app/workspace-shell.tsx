import { type CSSProperties, useEffect, useState } from 'react';
import { useApp } from '../context/app-context.tsx';
import { CommandKey } from '../context/command-key.tsx';
import { useWorkspaceCounts } from '../context/use-live-queries.ts';
import { useReviewStage } from '../context/use-review-stage.ts';
import { usePasses, useSession, useUi } from '../context/use-stores.ts';
import { JobsButton } from '../features/jobs/jobs-button.tsx';
import { FormerViewCard, SourceAttribution, SourceNotes } from '../features/map-view/map-notes.tsx';
import { MapPanel } from '../features/map-view/map-panel.tsx';
import { BookmarksMenu } from '../features/places/bookmarks/bookmarks-menu.tsx';
import { SelectionChip, ShowBar } from '../features/results/show/show-bar.tsx';
import { FirstScreen } from '../features/session/first-screen.tsx';
import { Header } from '../features/shell/header.tsx';
import { Notices } from '../features/shell/notices.tsx';
import { Rail } from '../features/shell/rail.tsx';
import { StatusBar } from '../features/shell/status-bar.tsx';
import { useHotkeyCommands } from '../features/shell/use-hotkey-commands.ts';
import {
  areNotificationsInTray,
  isPanelOpen,
  isRailCompact,
  isRailRow,
  railWidth,
} from '../stores/panel-layout.ts';
import { isFirstScreen } from '../stores/session-store.ts';
import { LiveRegion } from '../ui/announce.tsx';
import { lazyComponent, preloadLazyComponents } from '../ui/lazy-component.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { Dock } from './dock/dock.tsx';
import { useFilledTabs } from './dock/dock-tabs.tsx';
import { useDockGeometry } from './dock/use-dock-geometry.ts';
import { firstIdle } from './first-idle.ts';
import { InspectorColumn, SideColumn, useInspectorGeometry, useSideGeometry } from './side-columns.tsx';
import styles from './workspace-shell.module.css';

// Not needed for the first frame.
const ImportDropZone = lazyComponent(
  async () => (await import('../features/areas/import/import-drop-zone.tsx')).ImportDropZone,
);
const JobsTray = lazyComponent(async () => (await import('../features/jobs/jobs-tray.tsx')).JobsTray);
const MarkCard = lazyComponent(async () => (await import('../features/places/go-to/mark-card.tsx')).MarkCard);
const PassStepsCard = lazyComponent(
  async () => (await import('../features/pass-steps/pass-steps-card.tsx')).PassStepsCard,
);
const NotificationStack = lazyComponent(
  async () => (await import('../ui/notification-stack.tsx')).NotificationStack,
);
const SignInDialog = lazyComponent(
  async () => (await import('../features/session/sign-in-dialog.tsx')).SignInDialog,
);
const Dialogs = lazyComponent(async () => (await import('./dialogs.tsx')).Dialogs);
const CompareView = lazyComponent(
  async () => (await import('../features/passes/compare/compare-view.tsx')).CompareView,
);
const ReviewColumn = lazyComponent(
  async () => (await import('./review-column.tsx')).ReviewColumn,
  <LoadingState label="Loading the review…" />,
);

/** Says whether there is nothing yet that the dock would show; draws nothing, so that a count draws no panel anew. */
function DockContent() {
  const { stores } = useApp();
  const counts = useWorkspaceCounts();
  const hasViews = useFilledTabs().size > 0;
  const isEmpty =
    counts.state === 'loading'
      ? undefined
      : counts.state === 'none' ||
        (counts.state === 'ready' && counts.value.detections + counts.value.records === 0 && !hasViews);
  useEffect(() => {
    if (isEmpty !== undefined) stores.ui.getState().setDockEmpty(isEmpty);
  }, [isEmpty, stores.ui]);
  return null;
}

/** Minimum width of the map for notifications next to the open filter. */
const minWidthBesideFilter = 660;

/** The whole page: the panels around the map, and the dialogs over it. */
export function WorkspaceShell() {
  useHotkeyCommands();
  const isFirst = useSession(isFirstScreen);
  const side = useSideGeometry();
  const inspector = useInspectorGeometry();
  const dock = useDockGeometry();
  const stage = useReviewStage();
  const hasMapBesideReview = stage !== null && inspector.isShown && !inspector.isDrawer;
  const isMapFocused = useUi((state) => state.isMapFocused);
  const isFilterOpen = useUi((state) => state.filterOpen);
  const isNarrow = useUi(({ windowSize }) => {
    const panels = [side, inspector].reduce(
      (sum, { isShown, isDrawer, size }) => sum + (isShown && !isDrawer ? size : 0),
      0,
    );
    return windowSize.width - railWidth(windowSize) - panels < minWidthBesideFilter;
  });
  const isIdle = useFirstIdle();
  const isSignInOpen = useUi((state) => state.dialog === 'sign-in');
  const isDialogOpen = useUi((state) => state.dialog !== null);
  const isComparing = usePasses((state) => state.comparison !== null);
  const isDockEmpty = useUi((state) => state.isDockEmpty);
  const isDockOpen = useUi((state) => isPanelOpen(state, 'dock'));
  const isInTray = useUi(({ windowSize }) => areNotificationsInTray(windowSize));
  const rail = useUi(({ windowSize }) =>
    isRailRow(windowSize) ? 'row' : isRailCompact(windowSize) ? 'compact' : 'full',
  );
  return (
    <div
      className={styles.shell}
      data-map-focused={isMapFocused || undefined}
      data-filter-open={isFilterOpen ? (isNarrow ? 'over-map' : 'beside-map') : undefined}
      data-first={isFirst || undefined}
      data-rail={isFirst ? undefined : rail}
      data-inspector={inspector.isShown && !inspector.isDrawer ? 'column' : undefined}
      data-review={stage === null ? undefined : hasMapBesideReview ? 'with-map' : 'chip-only'}
      style={
        {
          '--side-width': `${side.size}px`,
          '--inspector-width': `${inspector.size}px`,
          '--right-of-main': `${inspector.isShown && !inspector.isDrawer ? inspector.size : 0}px`,
          '--dock-height': `${dock.size}px`,
        } as CSSProperties
      }
    >
      <DockContent />
      <Header />
      <Notices />
      {isFirst ? null : (
        <>
          <Rail />
          <SideColumn />
        </>
      )}
      <div
        className={styles.main}
        data-dock={
          isMapFocused || isFirst || isDockEmpty
            ? 'hidden'
            : !isDockOpen
              ? 'closed'
              : dock.isDrawer
                ? 'drawer'
                : 'open'
        }
      >
        <div className={styles.show} data-region="show" hidden={isMapFocused || isFirst}>
          {isFirst ? null : <ShowBar />}
        </div>
        <main className={styles.map} aria-label="Map" data-region="map">
          <MapPanel
            content={isFirst ? 'map' : stage ? 'overview' : 'all'}
            bookmarks={(item) => <BookmarksMenu item={item} />}
            card={
              <>
                <MarkCard />
                <PassStepsCard />
                <FormerViewCard />
              </>
            }
            notes={<SourceNotes />}
            attribution={<SourceAttribution />}
          />
          {isComparing ? <CompareView /> : null}
          {stage || isInTray ? null : <NotificationStack />}
          <FocusNote />
          {isFirst ? <FirstScreen /> : null}
        </main>
        {isFirst ? null : <Dock />}
      </div>
      {stage ? (
        <>
          <ReviewColumn content={stage} />
          <div className={styles.stageNotifications}>{isInTray ? null : <NotificationStack />}</div>
        </>
      ) : null}
      {isFirst ? null : (
        <>
          <InspectorColumn />
          <StatusBar jobs={<JobsButton />} selection={<SelectionChip />} />
        </>
      )}
      <JobsTray />
      <ImportDropZone />
      {isIdle || isSignInOpen ? <SignInDialog /> : null}
      {isIdle || (isDialogOpen && !isSignInOpen) ? <Dialogs /> : null}
      <LiveRegion />
    </div>
  );
}

/** While only the map is shown: how the panels come back. A click restores them, too. */
function FocusNote() {
  const { commands } = useApp();
  const isMapFocused = useUi((state) => state.isMapFocused);
  if (!isMapFocused) return null;
  return (
    <button type="button" className={styles.focusNote} onClick={() => commands.run('view.focus-map')}>
      Panels are hidden · <CommandKey id="view.focus-map" /> restores them
    </button>
  );
}

/** Whether the page has had a free moment since it was first drawn. In that moment it begins to load the rest of its code. */
function useFirstIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void firstIdle().then(() => {
      if (!isMounted) return;
      setIdle(true);
      void preloadLazyComponents();
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return isIdle;
}
