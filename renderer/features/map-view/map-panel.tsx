import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type App, useApp } from '../../context/app-context.tsx';
import { useSession, useUi, useWorkspace } from '../../context/use-stores.ts';
import type { MapOverlay } from '../../map/overlay-padding.ts';
import { isFirstScreen } from '../../stores/session-store.ts';
import { hasActiveFetch } from '../../stores/workspace-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { isNoOverlayOpen } from '../../ui/is-no-overlay-open.ts';
import { useKeys } from '../../ui/keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Note } from '../../ui/note.tsx';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';
import styles from './map.module.css';
import { MapFurniture } from './map-furniture.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import { texts } from './texts.ts';

const MapMenu = lazyComponent(async () => (await import('./map-menu.tsx')).MapMenu);
const DrawingReadout = lazyComponent(async () => (await import('./drawing-readout.tsx')).DrawingReadout);

/** The map with its tools, legends and notes. The props are the parts that other features show on it. */
export function MapPanel({
  content,
  bookmarks,
  card,
  notes,
  attribution,
}: {
  /** `overview`: without tools and legend; `map`: without anything that acts on content. */
  readonly content: 'all' | 'overview' | 'map';
  /** The toolbar's button of the bookmarks. */
  readonly bookmarks: (item: ToolbarItem) => ReactNode;
  /** Shown below the toolbar. */
  readonly card: ReactNode;
  /** Notes on what is missing on the map. */
  readonly notes: ReactNode;
  readonly attribution: ReactNode;
}) {
  const app = useApp();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const map = element.current;
    if (!map) return;
    app.engine.mount(map);
    app.engine.setOverlays(() => measureOverlays(map));
    return () => {
      app.engine.setOverlays(() => []);
      app.engine.unmount();
    };
  }, [app.engine]);
  useEffect(() => {
    const overlays = new ResizeObserver(() => app.engine.overlaysChanged());
    for (const each of overlaysOf(element.current)) overlays.observe(each);
    return () => overlays.disconnect();
  });
  // Bound to the document, because a tool can be chosen in a panel, which then has the focus.
  useKeys(
    [['Escape', (event) => !event.defaultPrevented && isNoOverlayOpen() && cancelTopmost(app)]],
    'fields',
  );
  return (
    <div className={styles.panel}>
      <div
        ref={element}
        className={styles.map}
        role="application"
        aria-label={texts.map.label}
        onKeyDown={(event) => onMapKeyDown(app, event)}
      />
      {content === 'all' ? (
        <div className={styles.top} data-covers-map>
          <MapToolbar bookmarks={bookmarks} />
          <DrawingReadout />
          {card}
        </div>
      ) : null}
      <MapStateNote>{content === 'map' ? null : notes}</MapStateNote>
      {attribution}
      {content === 'all' ? <MapLegend /> : null}
      {content === 'map' ? null : (
        <>
          <MapFurniture />
          <MapMenu />
        </>
      )}
    </div>
  );
}

/**
 * Overlays in the corners of the map. Notifications are not part of it: they disappear, and the same zoom must lead to
 * the same view with and without them.
 */
function measureOverlays(map: HTMLElement): readonly MapOverlay[] {
  const origin = map.getBoundingClientRect();
  return overlaysOf(map)
    .map((overlay) => overlay.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    }));
}

/** The elements that lie above the map. */
function overlaysOf(map: HTMLElement | null): readonly Element[] {
  return [...(map?.parentElement?.querySelectorAll('[data-covers-map]') ?? [])];
}

/** Handles the keys for drawing and canceling. The engine handles the keys for panning and zooming. */
function onMapKeyDown({ engine, stores }: Pick<App, 'engine' | 'stores'>, event: KeyboardEvent): void {
  const { tool } = stores.ui.getState();
  switch (event.key) {
    case 'ContextMenu':
      engine.pointer.openMenu();
      break;
    case 'F10':
      if (!event.shiftKey) return;
      engine.pointer.openMenu();
      break;
    case 'Escape':
      // Until the menu has the focus, the map receives its Escape.
      if (stores.places.getState().menu) stores.places.getState().setMenu(null);
      else if (!cancelTopmost({ engine, stores })) stores.results.getState().focus(null);
      break;
    case 'Enter':
      engine.tools.finish();
      break;
    case 'Backspace':
    case 'Delete':
      if (tool === 'select') return;
      engine.tools.undo();
      break;
    default:
      return;
  }
  event.preventDefault();
}

/**
 * Cancels the drawing, else the tool, else removes the mark, else closes the tray of the jobs. Returns false if there was
 * nothing to cancel.
 */
function cancelTopmost({ engine, stores }: Pick<App, 'engine' | 'stores'>): boolean {
  const { jobsOpen, setJobsOpen, tool, setTool } = stores.ui.getState();
  if (engine.tools.isBusy) engine.tools.cancel();
  else if (tool !== 'select') setTool('select');
  else if (stores.places.getState().mark) stores.places.getState().setMark(null);
  else if (jobsOpen && stores.workspace.getState().jobs.length > 0) setJobsOpen(false);
  else return false;
  return true;
}

/** Notes on why there are no detections on the map, or what cannot be drawn; `children` are notes of other features. */
function MapStateNote({ children }: { readonly children: ReactNode }) {
  const hasContent = !useSession(isFirstScreen);
  const problems = useMapProblems();
  const mask = useUi((state) => state.mapChannels.mask);
  return (
    <div className={styles.state} data-covers-map>
      {problems.map((problem) => (
        <Note key={problem} tone="bad">
          {problem}
        </Note>
      ))}
      {mask.state === 'failed' ? (
        <Note tone="bad">
          <FailureText failure={mask} text={texts.state.filterFailed(mask.message)} />
        </Note>
      ) : null}
      {children}
      {hasContent ? <FeedNote /> : null}
    </div>
  );
}

function FeedNote() {
  const feed = useWorkspace((state) => state.feed);
  const hasFetch = useWorkspace(hasActiveFetch);
  switch (feed.state) {
    case 'loading':
      return <Note>{texts.state.loading}</Note>;
    case 'none':
      return <Note>{texts.state.noWorkspace}</Note>;
    case 'failed':
      return (
        <Note tone="bad">
          <FailureText failure={feed} text={texts.state.failed(feed.message)} />
        </Note>
      );
    case 'ready':
      return feed.value.count > 0 || hasFetch ? null : <Note>{texts.state.noResults}</Note>;
  }
}

/** Reason why parts of the map cannot be drawn; empty when all of it can. */
function useMapProblems(): readonly string[] {
  const { engine } = useApp();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(
    () =>
      engine.on({
        problem: (part, message) =>
          setProblems((before) => {
            const after = new Map(before);
            if (message === null) after.delete(part);
            else after.set(part, message);
            return after;
          }),
      }),
    [engine],
  );
  return [...problems.values()];
}
