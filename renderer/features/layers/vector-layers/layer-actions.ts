import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { exclusionCondition } from '../../../../shared/results/exclusions.ts';
import { withCondition } from '../../../../shared/results/filter-by-value.ts';
import { hasAreas } from '../../../../shared/results/layer-fields.ts';
import { callApi } from '../../../api/call-api.ts';
import type { App } from '../../../context/app-context.tsx';
import { startJob } from '../../../context/start-job.ts';
import { notifyFailure, notifyInfo } from '../../../ui/notify.tsx';
import { texts } from '../texts.ts';

/** How far from points and lines detections are hidden, until the expression is edited. */
const hiddenMeters = 200;

/** Hides the detections inside the areas of a layer, or near its points and lines, by a condition of the filter. */
export function hideDetections({ stores }: Pick<App, 'stores'>, layer: VectorLayer): void {
  const meters = hasAreas(layer) ? null : hiddenMeters;
  const { filter, replaceFilter } = stores.results.getState();
  replaceFilter(withCondition(filter, exclusionCondition({ layer: layer.name, meters })));
  notifyInfo(meters === null ? texts.own.hiddenInside(layer.name) : texts.own.hiddenNear(layer.name, meters));
}

/** Previews the areas of a layer as those of a file, so that they can become areas of interest. */
export async function importAreas({ api, commands }: App, { id, name }: VectorLayer): Promise<void> {
  const read = await callApi(() => api.layers.areas.query(id));
  if (!read.ok) return notifyFailure(read.failure, texts.own.notUsed);
  await commands.runWith('areas.import-files', { files: [new File([read.value], `${name}.geojson`)] });
}

/** Writes a layer to a file that the user chooses. */
export async function exportLayer(app: App, { id, name }: VectorLayer): Promise<void> {
  const failure = await startJob(app, () => app.api.layers.exportFile.mutate({ id, name }));
  if (failure) notifyFailure(failure, texts.own.notExported);
}
