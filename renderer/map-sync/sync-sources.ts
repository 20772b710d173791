import { QueryObserver } from '@tanstack/react-query';
import type { BoundingBox } from '../../shared/geo/geometry.ts';
import { type MapSource, mapSourceKindTitles } from '../../shared/map-sources/map-source.ts';
import type { createSourceLayer } from '../map/sources/create-source-layer.ts';
import type { MapSourceLayer } from '../map/sources/source-layer.ts';
import { explainSourceStatus, type SourceStatus } from '../map/sources/source-status.ts';
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
