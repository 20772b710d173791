import { analyticColor } from '../../shared/results/analytic-color.ts';
import type { App } from '../app/app-context.tsx';
import { rememberLayers } from './layers/remember-layers.ts';
import { syncLayers } from './layers/sync-layers.ts';
import { syncOutlines } from './layers/sync-outlines.ts';
import { isFootprintPress, takeFootprintPress } from './layers/take-footprint-press.ts';
import { syncPasses } from './passes/sync-passes.ts';
import { rememberDisplay } from './remember-display.ts';
import { rememberView } from './remember-view.ts';
import { syncSources } from './sources/sync-sources.ts';
import { syncAreaWork } from './sync-area-work.ts';
import { syncAreas } from './sync-areas.ts';
import { syncDetections } from './sync-detections.ts';
import { syncDisplay } from './sync-display.ts';
import { syncFocus } from './sync-focus.ts';
import { syncPlaces } from './sync-places.ts';
import { syncRecords } from './sync-records.ts';
import { takeOrderPress } from './take-order-press.ts';
import { takePress } from './take-press.ts';
import { watch } from './watch.ts';

/** What the map is tied to. */
export type MapApp = Pick<App, 'api' | 'stores' | 'engine'>;

/**
 * Ties the map to the stores: the only writer from stores to map and from the map's events to stores and commands.
 * The answer unties them.
 */
export function syncMap(app: MapApp, storage: Storage | undefined = globalThis.localStorage): () => void {
  const { engine, stores } = app;
  engine.setDetectionColors(analyticColor);
  const stops = [
    rememberView(engine, storage),
    rememberDisplay(stores, storage),
    rememberLayers(stores, storage),
    syncLayers(app),
    syncSources(app),
    syncOutlines(app),
    syncDetections(app),
    syncDisplay(app),
    syncFocus(app),
    syncRecords(app),
    syncPasses(app),
    syncAreas(app),
    syncAreaWork(app),
    syncPlaces(app, storage),
    watch(
      stores.ui,
      ({ tool }) => tool,
      (tool) => engine.setTool(tool),
    ),
    engine.on({
      click: (press) => {
        if (isFootprintPress(app, press)) void takeFootprintPress(app, press);
        else if (!takeOrderPress(stores, press)) takePress(stores, press);
      },
      pointer: (pointer) => stores.ui.setState({ pointer }),
      view: (view) => stores.ui.setState({ view }),
      inView: (inView) => stores.ui.setState({ inView }),
      drawing: (drawing) => stores.ui.setState({ drawing }),
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
