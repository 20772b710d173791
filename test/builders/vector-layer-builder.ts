import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeLayerFeatures } from '../../electron/core/layers/read-layer-file.ts';
import type { CopiedLayerRows } from '../../electron/core/workspace/tables/layers-table.ts';
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
  return addLayerTo(store, name, features, { importedAt: '2026-11-27T12:00:00.000Z', ...stated });
}

/** The part of a workspace, or of its store, that an import writes to. */
type LayerTarget = {
  beginLayer(layer: VectorLayer): void | Promise<void>;
  copyLayerRows(from: string, layer: VectorLayer, last: number): CopiedLayerRows | Promise<CopiedLayerRows>;
  finishLayer(layer: VectorLayer): void | Promise<void>;
};

/** Adds a layer to an open workspace as an import does. */
export async function addLayerTo(
  target: LayerTarget,
  name: string,
  features: readonly LayerFeature[],
  stated: Partial<VectorLayer> = {},
): Promise<VectorLayer> {
  const file = path.join(await makeTempFolder(), 'layer');
  const written = writeLayerFeatures(file, features, buildToolRun());
  const layer: VectorLayer = {
    ...written,
    id: randomUUID(),
    name,
    table: `layer_${randomUUID().slice(0, 8)}`,
    file: 'test',
    importedAt: new Date().toISOString(),
    date: '',
    license: '',
    accuracyMeters: null,
    style: { color: '#c2438f', label: null },
    ...stated,
  };
  await target.beginLayer(layer);
  for (let last: number | null = 0; last !== null; )
    last = (await target.copyLayerRows(file, layer, last)).last;
  await target.finishLayer(layer);
  rmSync(file);
  return layer;
}
