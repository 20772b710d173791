import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeFeatures } from '../../electron/core/layers/read-layer-file.ts';
import type { LayerFeature } from '../../shared/layers/layer-features.ts';
import type { VectorLayer } from '../../shared/layers/vector-layer.ts';
import { buildFeature, buildRecord } from './record-builder.ts';
import { buildToolRun } from './tool-run.ts';
import { fillStore, makeTempFolder, openTestStore, type TestStore } from './workspace-builder.ts';

/** A workspace with a detection at each `[longitude, latitude]`, whose ids are 1, 2, … in this order. */
export function storeWithPoints(points: readonly (readonly [number, number])[]): TestStore {
  const store = openTestStore();
  const features = points.map(([x, y]) => buildFeature({ geometry: { type: 'Point', coordinates: [x, y] } }));
  fillStore(store, [buildRecord({ features })]);
  return store;
}

/** Adds a layer of the user's as an import does. */
export async function addLayer(
  store: TestStore,
  name: string,
  features: readonly LayerFeature[],
  stated: Partial<VectorLayer> = {},
): Promise<VectorLayer> {
  const file = path.join(await makeTempFolder(), 'layer');
  const written = writeFeatures(file, features, buildToolRun());
  const layer: VectorLayer = {
    ...written,
    id: randomUUID(),
    name,
    table: `layer_${randomUUID().slice(0, 8)}`,
    file: 'test',
    importedAt: '2026-11-27T12:00:00Z',
    date: '',
    license: '',
    accuracyMeters: null,
    style: { color: '#c2438f', label: null },
    ...stated,
  };
  store.beginLayer(layer);
  const from = { path: file, table: 'features' } as const;
  for (let last: number | null = 0; last !== null; ) last = store.copyLayerRows(from, layer, last).last;
  store.finishLayer(layer);
  rmSync(file);
  return layer;
}
