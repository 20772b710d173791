import { ask } from '../../api/ask.ts';
import { coverageUrl } from '../../api/coverage-url.ts';
import type { LayerFacts } from '../../stores/layers-store.ts';
import { mapColors } from '../map-colors.ts';
import type { MapApp } from '../sync.ts';
import { watch } from '../watch.ts';
import { Coverage } from './coverage.ts';
import type { CoverageState } from './coverage-messages.ts';
import { arrowLabel, PassesLayer } from './passes-layer.ts';

/** Most passes of which the footprints lie on the map at once. */
const mostPassesOnMap = 2_000;

/** Shows the chosen passes, and how often each place was imaged while that layer is on. */
export function syncPasses(app: MapApp): () => void {
  const stops = [syncChosen(app), syncCoverage(app)];
  return () => {
    for (const stop of stops) stop();
  };
}

function syncChosen({ api, stores: { passes }, engine }: MapApp): () => void {
  const layer = new PassesLayer();
  engine.layers.add('passes', [layer.layer], { below: 'detections', above: [layer.arrows] });
  let latest = 0;
  const load = async (keys: readonly string[]) => {
    latest += 1;
    const ticket = latest;
    const wanted = keys.slice(0, mostPassesOnMap);
    const result = wanted.length > 0 ? await ask(() => api.passes.outlines.query([...wanted])) : null;
    // The list of passes shows why it cannot be read.
    if (ticket !== latest || (result && !result.ok)) return;
    passes.setState({ outlines: result?.value ?? [] });
  };
  const stops = [
    watch(
      passes,
      ({ chosen }) => chosen,
      (keys) => void load(keys),
    ),
    watch(
      passes,
      ({ outlines }) => outlines,
      (outlines) =>
        layer.show(
          outlines.map((outline) => ({
            ...outline,
            // With many arrows, words would only cover each other.
            look: { color: mapColors.accent, label: outlines.length <= 12 ? arrowLabel(outline) : '' },
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
      passes.setState(
        state.state === 'shown' ? { coverage: state } : { coverage: state, coverageHere: null },
      );
      layers.getState().tell(coverageLayerId, factsOf(state));
    },
  });
  layers.getState().offer({
    id: coverageLayerId,
    name: 'Footprint coverage',
    section: 'sensors',
    below: 'footprints',
    visible: false,
    opacity: 1,
  });
  engine.layers.add(coverageLayerId, [coverage.layer], { below: 'footprints' });
  const isOn = () => layers.getState().layers.find(({ id }) => id === coverageLayerId)?.visible ?? false;
  let shown: string | null = null;
  const update = (again = false) => {
    const hasWorkspace = workspace.getState().feed.state === 'ready';
    const url = isOn() && hasWorkspace ? coverageUrl(results.getState().filter) : null;
    if (url === shown && !again) return;
    shown = url;
    if (url !== null) coverage.setView(engine.viewBox(), engine.view());
    coverage.load(url);
  };
  const stops = [
    watch(layers, isOn, () => update()),
    watch(
      results,
      ({ filter }) => filter,
      () => update(),
    ),
    // Other results, or another workspace.
    watch(
      workspace,
      ({ feed }) => feed,
      () => update(shown !== null),
    ),
    engine.on({
      view: (view) => coverage.setView(engine.viewBox(), view),
      pointer(position) {
        if (shown === null) return;
        const here = position && coverage.at(position);
        const before = passes.getState().coverageHere;
        if (here?.count !== before?.count || here?.last !== before?.last)
          passes.setState({ coverageHere: here });
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    engine.layers.remove(coverageLayerId);
    coverage.dispose();
  };
}

/** What the list of layers tells of the coverage. */
function factsOf(state: CoverageState): LayerFacts {
  switch (state.state) {
    case 'off':
      return {};
    case 'loading':
    case 'counting':
      return { isLoading: true };
    case 'shown':
      return { count: state.images };
    case 'failed':
      return { problem: state.message };
  }
}
