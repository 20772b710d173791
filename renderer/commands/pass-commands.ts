import type { PassImage, PassOutline } from '../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import type { DetectionFilter } from '../../shared/results/detection.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { focusRegion } from '../app/focus-region.ts';
import { notifyFailure, notifyInfo } from '../app/notify.tsx';
import { formatUtc } from '../components/format.ts';
import { coverageLayerId } from '../map/passes/sync-passes.ts';
import type { Command } from './command.ts';
import { beginQueue } from './start-review.ts';

/** Passes, and how often places were imaged. */
export function createPassCommands(app: App): readonly Command[] {
  const { passes, dock, ui, layers, results } = app.stores;
  const isCoverageOn = () =>
    layers.getState().layers.find(({ id }) => id === coverageLayerId)?.visible ?? false;
  return [
    {
      id: 'passes.show',
      title: 'Show the passes',
      group: 'Results',
      run() {
        ui.getState().setDockOpen(true);
        dock.setState({ tab: 'passes' });
        focusRegion('table');
      },
    },
    {
      id: 'passes.compare',
      title: 'Compare the two chosen passes',
      group: 'Results',
      enabled: () =>
        passes.getState().chosen.length === 2 || 'Choose two passes in the list of passes first.',
      run() {
        const [a, b] = passes.getState().chosen;
        if (a !== undefined && b !== undefined) passes.getState().compare({ a, b });
      },
    },
    {
      id: 'passes.compare-record',
      title: 'Compare the images of the record that is looked at',
      group: 'Results',
      enabled: () =>
        results.getState().focusedRecordId !== null || 'Choose a record in the list of records first.',
      async run() {
        const { focusedRecordId } = results.getState();
        if (focusedRecordId !== null) await compareOfRecord(app, focusedRecordId);
      },
    },
    {
      id: 'passes.coverage',
      title: 'Show or hide how often places were imaged',
      group: 'Map',
      run: () => layers.getState().setVisible(coverageLayerId, !isCoverageOn()),
    },
    {
      id: 'passes.zoom',
      title: 'Zoom to the chosen passes',
      group: 'Map',
      enabled: () => passes.getState().outlines.length > 0 || 'No pass is chosen.',
      run: () => zoomToPasses(app, passes.getState().outlines),
    },
    {
      id: 'passes.clear',
      title: 'Take the chosen passes off the map',
      group: 'Map',
      enabled: () => passes.getState().chosen.length > 0 || 'No pass is chosen.',
      run: () => passes.getState().choose([]),
    },
  ];
}

/** Brings all footprints into view, or where there is none the positions at which angles hold. */
export function zoomToPasses({ engine }: Pick<App, 'engine'>, outlines: readonly PassOutline[]): void {
  const geometries = outlines.flatMap(({ footprint, reference }) => {
    if (footprint) return [footprint.geometry];
    return reference ? [{ type: 'Point' as const, coordinates: [...reference] }] : [];
  });
  if (geometries.length > 0) engine.zoomToGeometry({ type: 'GeometryCollection', geometries });
  else notifyInfo('Nothing tells where these passes lie.');
}

/** Restricts table, map and charts to the detections of a pass, and shows them. */
export async function filterToPass(app: App, key: string): Promise<void> {
  const filter = await filterOf(app, key);
  if (!filter.ok) {
    notifyFailure(filter.failure, 'The filter is as it was.');
    return;
  }
  setFilter(app, filter.value);
  app.stores.dock.setState({ tab: 'table' });
}

/** Begins a review of the detections of a pass that have no verdict yet. */
export async function reviewPass(app: App, key: string, image: PassImage): Promise<void> {
  const filter = await filterOf(app, key);
  if (!filter.ok) {
    notifyFailure(filter.failure, 'No review was begun.');
    return;
  }
  app.stores.ui.getState().showPanel('review');
  await beginQueue(
    app,
    { title: passTitle(image), filter: filter.value },
    { order: 'table', skipsJudged: true },
  );
}

/** Offers the detections of a pass for export; the filter then leaves only these. */
export async function exportPass(app: App, key: string): Promise<void> {
  const filter = await filterOf(app, key);
  if (!filter.ok) {
    notifyFailure(filter.failure, 'Nothing can be exported.');
    return;
  }
  setFilter(app, filter.value);
  app.commands.run('results.export');
}

/** Lays the two images of a change result against each other. */
export async function compareOfRecord(app: App, recordId: string): Promise<void> {
  const keys = await ask(() => app.api.passes.ofRecord.query(recordId));
  if (!keys.ok) {
    notifyFailure(keys.failure, 'The images cannot be compared.');
    return;
  }
  const [a, b] = keys.value;
  if (a === undefined || b === undefined) notifyInfo('This record names fewer than two images.');
  else app.stores.passes.getState().compare({ a, b, recordId });
}

/** A pass in a few words: sensor and time. */
export function passTitle({ sensorName, startedAt }: PassImage): string {
  return `${sensorName ?? 'Sensor not given'} ${startedAt === null ? 'without a time' : formatUtc(startedAt)}`;
}

function setFilter({ stores: { results } }: App, filter: DetectionFilter): void {
  results.getState().clearFilter();
  results.getState().setFilter(filter);
}

async function filterOf({ api }: App, key: string): Promise<Result<DetectionFilter>> {
  const result = await ask(() => api.passes.filter.query(key));
  if (!result.ok) return result;
  return result.value ? succeed(result.value) : fail('not-found', 'The workspace no longer holds this pass.');
}
