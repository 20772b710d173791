import type { DetectionFilter } from '../../shared/results/detection.ts';
import { mapColors } from '../map/map-colors.ts';
import { Coverage } from '../map/passes/coverage.ts';
import type { CoverageState } from '../map/passes/coverage-messages.ts';
import { arrowLabel, PassesLayer } from '../map/passes/passes-layer.ts';
import type { LayerStatus } from '../stores/layers-store.ts';
import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

/** Maximum number of passes whose footprints are shown on the map. */
const maxPassesOnMap = 2_000;

/** Shows the chosen passes, and how often each position was imaged while that layer is on. */
export function syncPasses(app: MapApp): () => void {
  return joinStops([syncChosen(app), syncCoverage(app)]);
}

function syncChosen({ api, stores: { passes }, engine }: MapApp): () => void {
  const layer = new PassesLayer();
  engine.layers.add('passes', [layer.layer], { below: 'detections', above: [layer.arrows] });
  let latest = 0;
  const load = async (keys: readonly string[]) => {
    latest += 1;
    const ticket = latest;
    const shownKeys = keys.slice(0, maxPassesOnMap);
    const result = shownKeys.length > 0 ? await api.passes.outlines.query([...shownKeys]) : null;
    // The list of passes shows why it cannot be read.
    if (ticket !== latest || (result && !result.ok)) return;
    passes.getState().setOutlines(result?.value ?? []);
  };
  const stops = [
    watch(
      passes,
      ({ chosenKeys }) => chosenKeys,
      (keys) => void load(keys),
    ),
    watch(
      passes,
      ({ outlines }) => outlines,
      (outlines) =>
        layer.show(
          outlines.map((outline) => ({
            ...outline,
            // With many arrows, labels would only cover each other.
            style: {
              color: () => mapColors().accent,
              label: outlines.length <= 12 ? arrowLabel(outline) : '',
            },
          })),
        ),
    ),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
    engine.layers.remove('passes');
  };
}

/** The layer's id in the stack. */
export const coverageLayerId = 'coverage';

function syncCoverage({ stores: { passes, layers, results, workspace }, engine }: MapApp): () => void {
  const coverage = new Coverage({
    state: (state) => {
      passes.getState().setCoverage(state);
      layers.getState().setStatus(coverageLayerId, layerStatusOf(state));
    },
  });
  layers.getState().upsertLayer({
    id: coverageLayerId,
    name: 'Footprint coverage',
    section: 'sensors',
    below: 'footprints',
    visible: false,
    opacity: 1,
  });
  engine.layers.add(coverageLayerId, [coverage.layer, engine.basemap.createLines()], { below: 'footprints' });
  const isOn = () => layers.getState().layers.find(({ id }) => id === coverageLayerId)?.visible ?? false;
  let shown: string | null = null;
  const update = (again = false) => {
    const hasWorkspace = workspace.getState().feed.state === 'ready';
    const url = isOn() && hasWorkspace ? coverageUrl(results.getState().filter) : null;
    if (url === shown && !again) return;
    shown = url;
    if (url !== null) coverage.setView(engine.camera.viewBox(), engine.camera.state);
    coverage.load(url);
  };
  const stops = [
    watch(layers, isOn, (isShown) => {
      engine.setCoverageShown(isShown);
      update();
    }),
    watch(
      results,
      ({ filter }) => filter,
      () => update(),
    ),
    // The results have changed, or another workspace is open.
    watch(
      workspace,
      ({ feed }) => feed,
      () => update(shown !== null),
    ),
    engine.on({
      view: (view) => coverage.setView(engine.camera.viewBox(), view),
      pointer(position) {
        if (shown === null) return;
        const here = position && coverage.at(position);
        const before = passes.getState().coverageAtPointer;
        if (here?.count !== before?.count || here?.last !== before?.last)
          passes.getState().setCoverageAtPointer(here);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    engine.layers.remove(coverageLayerId);
    coverage.dispose();
  };
}

/** The status of the coverage in the list of layers. */
function layerStatusOf(state: CoverageState): LayerStatus {
  switch (state.state) {
    case 'off':
      return {};
    case 'loading':
    case 'counting':
      return { isLoading: true };
    case 'shown':
      return { count: state.images };
    case 'failed':
      return { problem: state };
  }
}

/** The URL of the footprints of all images that match a filter. */
function coverageUrl(filter: DetectionFilter): string {
  return `/feed/coverage?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
