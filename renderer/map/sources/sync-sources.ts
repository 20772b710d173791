import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import { kindTitles, type MapSource } from '../../../shared/map-sources/map-source.ts';
import { describeStatus, knownSources, type SourceStatus } from '../../stores/sources-store.ts';
import type { MapApp } from '../sync.ts';
import { watch } from '../watch.ts';
import { createSourceLayer, type SourceLayer } from './source-layer.ts';

/** The id of a source's layer in the stack and in the list of layers. */
export function sourceLayerId(id: string): string {
  return `source:${id}`;
}

type Drawn = { readonly text: string; readonly layer: SourceLayer };

/** Ties the user's sources to the map, above the land and below everything else. */
export function syncSources({ stores, engine }: MapApp): () => void {
  const { sources, layers } = stores;
  const drawn = new Map<string, Drawn>();

  const tell = (id: string, status: SourceStatus | null) => {
    sources.getState().setStatus(id, status);
    const problem = status === null ? null : describeStatus(status);
    layers.getState().tell(sourceLayerId(id), problem === null ? {} : { problem });
  };
  const takeOff = (id: string, forget: boolean) => {
    engine.layers.remove(sourceLayerId(id));
    drawn.get(id)?.layer.dispose();
    drawn.delete(id);
    tell(id, null);
    if (forget) layers.getState().withdraw(sourceLayerId(id), true);
  };
  const offer = (source: MapSource, bounds?: BoundingBox) =>
    layers.getState().offer({
      id: sourceLayerId(source.id),
      name: source.name,
      section: 'basemap',
      below: 'graticule',
      opacity: source.opacity,
      detail: kindTitles[source.kind],
      ...(bounds ? { bounds } : {}),
    });
  const draw = (source: MapSource) => {
    const layer = createSourceLayer(source, {
      status: (status) => tell(source.id, status),
      bounds: (bounds) => offer(source, bounds),
    });
    drawn.set(source.id, { text: JSON.stringify(source), layer });
    layer.setView(engine.viewBox(), engine.view().zoom);
    engine.layers.add(sourceLayerId(source.id), [layer.layer], { below: 'graticule' });
  };
  const show = (all: readonly MapSource[]) => {
    const wanted = new Map(all.map((source) => [source.id, source]));
    for (const id of [...drawn.keys()]) if (!wanted.has(id)) takeOff(id, true);
    for (const source of all) {
      const known = drawn.get(source.id);
      if (known?.text === JSON.stringify(source)) continue;
      if (known) takeOff(source.id, false);
      offer(source);
      draw(source);
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
    watch(sources, knownSources, (all) => show(all.map(({ source }) => source))),
    engine.on({
      view: ({ zoom }) => {
        const box = engine.viewBox();
        for (const { layer } of drawn.values()) layer.setView(box, zoom);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const id of [...drawn.keys()]) takeOff(id, false);
  };
}
