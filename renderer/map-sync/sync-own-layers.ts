import { QueryObserver } from '@tanstack/react-query';
import type { ErrorExplanation } from '../../shared/error-text.ts';
import type { BoundingBox } from '../../shared/geo/geometry.ts';
import type { VectorLayer } from '../../shared/layers/vector-layer.ts';
import { type MapSource, mapSourceKindTitles } from '../../shared/map-sources/map-source.ts';
import { layerListQuery } from '../api/live-queries.ts';
import type { createSourceLayer } from '../map/sources/create-source-layer.ts';
import type { MapSourceLayer } from '../map/sources/source-layer.ts';
import { explainSourceStatus, type SourceStatus } from '../map/sources/source-status.ts';
import type { createFeatureHighlight } from '../map/vector-layers/highlight-feature.ts';
import type { createVectorLayerTiles, VectorLayerTiles } from '../map/vector-layers/vector-layer-tiles.ts';
import { readFeatureId } from '../stores/feature-id.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** The id of a source's layer in the stack and in the list of layers. */
export function sourceLayerId(id: string): string {
  return `source:${id}`;
}

type Drawn = { readonly text: string; readonly layer: MapSourceLayer };

/** Syncs the user's sources to the map, above the land and below everything else. */
export function syncSources({ queries, stores, engine, queryClient }: MapApp): () => void {
  const { sources, layers } = stores;
  const drawn = new Map<string, Drawn>();
  let createLayer: typeof createSourceLayer | undefined;
  /** The list to be shown; null once stopped. */
  let latest: readonly MapSource[] | null = [];

  const report = (id: string, status: SourceStatus | null) => {
    sources.getState().setStatus(id, status);
    const problem = status === null ? null : explainSourceStatus(status);
    layers.getState().setStatus(sourceLayerId(id), problem === null ? {} : { problem });
  };
  const removeSource = (id: string, forget: boolean) => {
    engine.layers.remove(sourceLayerId(id));
    drawn.get(id)?.layer.dispose();
    drawn.delete(id);
    report(id, null);
    if (forget) layers.getState().removeLayer(sourceLayerId(id), true);
  };
  const upsert = (source: MapSource, bounds?: BoundingBox) =>
    layers.getState().upsertLayer({
      id: sourceLayerId(source.id),
      name: source.name,
      section: 'basemap',
      below: 'graticule',
      opacity: source.opacity,
      detail: mapSourceKindTitles[source.kind],
      ...(bounds ? { bounds } : {}),
    });
  const draw = (source: MapSource, create: typeof createSourceLayer) => {
    const layer = create(source, {
      status: (status) => report(source.id, status),
      bounds: (bounds) => upsert(source, bounds),
    });
    drawn.set(source.id, { text: JSON.stringify(source), layer });
    layer.setView(engine.camera.viewBox(), engine.camera.state.zoom);
    engine.layers.add(sourceLayerId(source.id), [layer.layer], { below: 'graticule' });
  };
  const show = async (all: readonly MapSource[]) => {
    latest = all;
    // The layers and their coordinate systems are large, and many workspaces have no source.
    if (all.length > 0)
      createLayer ??= (await import('../map/sources/create-source-layer.ts')).createSourceLayer;
    if (latest !== all) return;
    const byId = new Map(all.map((source) => [source.id, source]));
    for (const id of [...drawn.keys()]) if (!byId.has(id)) removeSource(id, true);
    for (const source of all) {
      const known = drawn.get(source.id);
      if (known?.text === JSON.stringify(source)) continue;
      if (known) removeSource(source.id, false);
      upsert(source);
      if (createLayer) draw(source, createLayer);
    }
  };

  const stops = [
    watch(
      sources,
      ({ retries }) => retries,
      () => {
        for (const { layer } of drawn.values()) layer.retry();
      },
    ),
    // While the list is loaded again, the sources stay on the map.
    new QueryObserver(queryClient, queries.mapSources.list.queryOptions()).subscribe(({ data }) => {
      if (data) void show(data.map(({ source }) => source));
    }),
    engine.on({
      view: ({ zoom }) => {
        const box = engine.camera.viewBox();
        for (const { layer } of drawn.values()) layer.setView(box, zoom);
      },
    }),
  ];
  return () => {
    latest = null;
    for (const stop of stops) stop();
    for (const id of [...drawn.keys()]) removeSource(id, false);
  };
}

type DrawnFile = { readonly text: string; readonly tiles: VectorLayerTiles };

/** The id of a layer of the user's in the stack and in the list of layers. */
function vectorLayerId(id: string): string {
  return `layer:${id}`;
}

/** Syncs the layers of the user's own to the map, directly below areas and orders. */
export function syncVectorLayers({ queries, stores: { layers }, engine, queryClient }: MapApp): () => void {
  const drawn = new Map<string, DrawnFile>();
  let createTiles: typeof createVectorLayerTiles | undefined;
  /** The list to be shown; null once stopped. */
  let latest: readonly VectorLayer[] | null = [];

  const upsert = ({ id, name, style, bounds, features }: VectorLayer, problem: ErrorExplanation | null) => {
    const item = vectorLayerId(id);
    layers.getState().upsertLayer({
      id: item,
      name,
      section: 'layers',
      below: 'orders',
      color: style.color,
      ...(bounds ? { bounds } : {}),
    });
    layers.getState().setStatus(item, { count: features, ...(problem === null ? {} : { problem }) });
  };
  const remove = (id: string) => {
    engine.layers.remove(vectorLayerId(id));
    drawn.get(id)?.tiles.dispose();
    drawn.delete(id);
  };
  const draw = (layer: VectorLayer, create: typeof createVectorLayerTiles) => {
    let reported: string | undefined;
    const tiles = create(layer, (problem) => {
      if (problem?.message === reported) return;
      reported = problem?.message;
      upsert(layer, problem);
    });
    drawn.set(layer.id, { text: JSON.stringify(layer), tiles });
    engine.layers.add(vectorLayerId(layer.id), [tiles.layer], { below: 'orders' });
  };
  const show = async (all: readonly VectorLayer[]) => {
    latest = all;
    if (all.length > 0)
      createTiles ??= (await import('../map/vector-layers/vector-layer-tiles.ts')).createVectorLayerTiles;
    if (latest !== all) return;
    const present = new Set(all.map(({ id }) => id));
    for (const id of [...drawn.keys()]) {
      if (present.has(id)) continue;
      remove(id);
      layers.getState().removeLayer(vectorLayerId(id), true);
    }
    for (const layer of all) {
      const known = drawn.get(layer.id);
      if (known?.text === JSON.stringify(layer)) continue;
      if (known) remove(layer.id);
      upsert(layer, null);
      if (createTiles) draw(layer, createTiles);
    }
  };

  const stop = new QueryObserver(queryClient, layerListQuery(queries)).subscribe(({ data }) => {
    if (data !== undefined) void show(data ?? []);
  });
  return () => {
    latest = null;
    stop();
    for (const id of [...drawn.keys()]) remove(id);
  };
}

/** The highlight's id in the stack. */
const highlightId = 'inspected-feature';

/** Highlights the feature of a layer of the user's that the inspector shows. */
export function syncInspectedFeature({
  queries,
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
    const observer = new QueryObserver(queryClient, queries.layers.feature.queryOptions(readFeatureId(id)));
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
