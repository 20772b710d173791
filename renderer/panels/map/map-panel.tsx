import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type App, useApp } from '../../app/app-context.tsx';
import { isNothingOpen } from '../../app/is-nothing-open.ts';
import { dismissMark } from '../../commands/place-work.ts';
import { ImportEntry } from '../areas/import/import-entry.tsx';
import { GoToDialog } from '../goto/go-to-dialog.tsx';
import { MarkCard } from '../goto/mark-card.tsx';
import { SourceAttribution } from '../layers/sources/source-attribution.tsx';
import { PictureDialog } from '../print/picture-dialog.tsx';
import { DrawingReadout } from './drawing-readout.tsx';
import styles from './map.module.css';
import { MapLegend } from './map-legend.tsx';
import { MapMenu } from './map-menu.tsx';
import { MapStateNote } from './map-state-note.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import { TypedAreaDialog } from './typed-area-dialog.tsx';

/** The map with what lies over it: tools, what is being drawn, state of the results, legend. */
export function MapPanel() {
  const app = useApp();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    app.engine.mount(element.current);
    return () => app.engine.unmount();
  }, [app.engine]);
  // A tool can be taken up from a panel, where the focus then stays.
  useHotkeys([
    [
      'Escape',
      (event) => !event.defaultPrevented && isNothingOpen() && putDown(app),
      { preventDefault: false },
    ],
  ]);
  return (
    <div className={styles.panel}>
      <div
        ref={element}
        className={styles.map}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom."
        onKeyDown={(event) => pressKey(app, event)}
      />
      <div className={styles.top}>
        <MapToolbar />
        <DrawingReadout />
        <MarkCard />
      </div>
      <MapStateNote />
      <SourceAttribution />
      <MapLegend />
      <MapMenu />
      <TypedAreaDialog />
      <GoToDialog />
      <PictureDialog />
      <ImportEntry />
    </div>
  );
}

/** The keys of drawing and of putting things down. Arrows and zoom are the engine's own. */
function pressKey({ engine, stores }: Pick<App, 'engine' | 'stores'>, event: KeyboardEvent): void {
  const { tool } = stores.ui.getState();
  switch (event.key) {
    case 'ContextMenu':
      engine.openMenu();
      break;
    case 'F10':
      if (!event.shiftKey) return;
      engine.openMenu();
      break;
    case 'Escape':
      // The menu takes the focus a moment after it has opened.
      if (stores.places.getState().menu) stores.places.setState({ menu: null });
      else if (!putDown({ engine, stores })) stores.results.getState().focus(null);
      break;
    case 'Enter':
      engine.finishDrawing();
      break;
    case 'Backspace':
    case 'Delete':
      if (tool === 'select') return;
      engine.undoLastVertex();
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** Drops what is being drawn, else puts the tool down, else takes the mark off; false when there was none of them. */
function putDown({ engine, stores }: Pick<App, 'engine' | 'stores'>): boolean {
  const { tool, setTool } = stores.ui.getState();
  if (engine.isDrawing) engine.cancelDrawing();
  else if (tool !== 'select') setTool('select');
  else if (dismissMark({ stores })) return true;
  else return false;
  return true;
}
