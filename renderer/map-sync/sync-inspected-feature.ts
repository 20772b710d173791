import { QueryObserver } from '@tanstack/react-query';
import { layerFeatureQuery } from '../api/layer-queries.ts';
import type { createFeatureHighlight } from '../map/vector-layers/highlight-feature.ts';
import { readFeatureId } from '../stores/feature-id.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** The highlight's id in the stack. */
const highlightId = 'inspected-feature';

/** Highlights the feature of a layer of the user's that the inspector shows. */
export function syncInspectedFeature({
  api,
  engine,
  queryClient,
  stores: { inspector },
}: MapApp): () => void {
  let highlight: ReturnType<typeof createFeatureHighlight> | undefined;
  let stopQuery = () => {};
  let shownId: string | null = null;
  const show = async (id: string | null) => {
    stopQuery();
    shownId = id;
    highlight?.show(null);
    if (id === null) return;
    if (!highlight) {
      const { createFeatureHighlight } = await import('../map/vector-layers/highlight-feature.ts');
      if (shownId !== id) return;
      highlight = createFeatureHighlight();
      engine.layers.add(highlightId, [highlight.layer], { below: 'detections' });
    }
    // The inspector shows why a feature cannot be read.
    const observer = new QueryObserver(queryClient, layerFeatureQuery(api, readFeatureId(id)));
    highlight.show(observer.getCurrentResult().data?.geometry ?? null);
    stopQuery = observer.subscribe(({ data }) => highlight?.show(data?.geometry ?? null));
  };
  const stop = watch(
    inspector,
    ({ item }) => (item?.kind === 'feature' ? item.id : null),
    (id) => void show(id),
  );
  return () => {
    stop();
    stopQuery();
    shownId = null;
    engine.layers.remove(highlightId);
  };
}
