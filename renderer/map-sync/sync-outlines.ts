import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

/**
 * Loads the outlines of detections after their feed, and footprints while they are shown. Syncs the footprint filter to
 * the map.
 */
export function syncOutlines({ stores, engine }: MapApp): () => void {
  const { workspace, layers, results } = stores;
  let requestedFootprints = '';
  const load = async (id: 'detection-areas' | 'footprints', isEnabled: boolean) => {
    const of = id === 'footprints' ? 'footprints' : 'areas';
    if (!isEnabled) {
      void engine.loadOutlines(of, null);
      layers.getState().setStatus(id, {});
      return;
    }
    if (layers.getState().statuses[id]?.count === undefined)
      layers.getState().setStatus(id, { isLoading: true });
    const loaded = await engine.loadOutlines(of, `/feed/${of}`);
    if (loaded.ok) layers.getState().setStatus(id, loaded.value);
    // A newer load has replaced this one, or it was cancelled.
    else if (loaded.failure.code === 'cancelled') return;
    else {
      const { message, ...cause } = loaded.failure;
      layers.getState().setStatus(id, { problem: { ...cause, message: `They cannot be drawn: ${message}` } });
    }
  };
  const isShown = () => layers.getState().layers.some(({ id, visible }) => id === 'footprints' && visible);
  const loadFootprints = () => {
    const { feed } = workspace.getState();
    const version = feed.state === 'ready' && isShown() ? String(feed.value.version) : '';
    if (version === requestedFootprints) return;
    requestedFootprints = version;
    void load('footprints', version !== '');
  };
  const filterFootprints = () => {
    const { collectedFrom = null, collectedTo = null } = results.getState().filter;
    const wholeOnly = layers.getState().footprints === 'whole';
    engine.setFootprintFilter({ collectedFrom, collectedTo, wholeOnly });
  };
  return joinStops([
    watch(
      workspace,
      ({ feed }) => feed,
      (feed) => {
        void load('detection-areas', feed.state === 'ready');
        loadFootprints();
      },
    ),
    watch(layers, isShown, loadFootprints),
    watch(results, ({ filter }) => filter, filterFootprints),
    watch(layers, ({ footprints }) => footprints, filterFootprints),
  ]);
}
