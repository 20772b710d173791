import { formatTime } from '../../../shared/format.ts';
import { maxPassShares, type Pass, type PassImage } from '../../../shared/passes/pass.ts';
import { passesAsCsv, passesAsTabs, type TabledPass } from '../../../shared/passes/pass-table.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { copyTable } from '../../context/copy-table.ts';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { coverageLayerId } from '../../map-sync/sync-passes.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure, notifyInfo, notifyProgress } from '../../ui/notify.tsx';
import { texts } from './texts.ts';
import { passListRequest } from './use-pass-list-request.ts';

/** The commands about passes and coverage. */
export function createPassCommands(app: App): readonly Command[] {
  const { passes, dock, ui, layers, results } = app.stores;
  const isCoverageOn = () =>
    layers.getState().layers.find(({ id }) => id === coverageLayerId)?.visible ?? false;
  return [
    {
      id: 'passes.show',
      title: texts.commands.show,
      group: 'Results',
      run() {
        ui.getState().setDockOpen(true);
        dock.getState().setTab('passes');
        focusRegion('table');
      },
    },
    {
      id: 'passes.compare',
      title: texts.commands.compare,
      group: 'Results',
      enabled: () => passes.getState().chosenKeys.length === 2 || texts.commands.selectTwo,
      run() {
        const [a, b] = passes.getState().chosenKeys;
        if (a !== undefined && b !== undefined) passes.getState().compare({ a, b });
      },
    },
    {
      id: 'passes.compare-record',
      title: texts.commands.compareRecord,
      group: 'Results',
      enabled: () => results.getState().focusedRecordId !== null || texts.commands.selectRecord,
      async run() {
        const { focusedRecordId } = results.getState();
        if (focusedRecordId !== null) await compareRecordImages(app, focusedRecordId);
      },
    },
    {
      id: 'passes.copy',
      title: texts.commands.copy,
      group: 'Results',
      run: () => copyPasses(app),
    },
    {
      id: 'passes.save-csv',
      title: texts.commands.saveCsv,
      group: 'Results',
      run: () => savePassesAsCsv(app),
    },
    {
      id: 'passes.coverage',
      title: texts.commands.coverage,
      group: 'Map',
      run: () => layers.getState().setVisible(coverageLayerId, !isCoverageOn()),
    },
    {
      id: 'passes.zoom',
      title: texts.commands.zoom,
      group: 'Map',
      enabled: () => passes.getState().chosenKeys.length > 0 || texts.commands.noneSelected,
      // What the map has drawn may still lack those chosen last.
      run: () => zoomToPasses(app, passes.getState().chosenKeys),
    },
    {
      id: 'passes.clear',
      title: texts.commands.clear,
      group: 'Map',
      enabled: () => passes.getState().chosenKeys.length > 0 || texts.commands.noneSelected,
      run: () => passes.getState().choose([]),
    },
  ];
}

/** Copies the chosen passes or, without any, all that are listed. */
async function copyPasses(app: App): Promise<void> {
  const passes = await readListedPasses(app);
  if (!passes.ok) notifyFailure(passes.failure, texts.csv.failed);
  else if (await copyTable(app, passesAsTabs(passes.value)))
    notifyInfo(texts.csv.copied(passes.value.length));
  else notifyInfo(texts.csv.notCopied);
}

async function savePassesAsCsv(app: App): Promise<void> {
  const passes = await readListedPasses(app);
  if (!passes.ok) return notifyFailure(passes.failure, texts.csv.failed);
  const text = passesAsCsv(passes.value);
  const saved = await app.api.exchange.saveText.mutate({ name: texts.csv.file, text });
  reportSavedFile(saved, {
    failed: texts.csv.notSaved,
    saved: (path) => texts.csv.saved(passes.value.length, path),
    downloaded: (name) => texts.csv.downloaded(passes.value.length, name),
  });
}

/** Passes of one request. */
const passesPerRequest = 1_000;

/**
 * The chosen passes that are listed or, without any, all that are, with what the tables have of them; in their order,
 * those of collapsed groups, too.
 */
async function readListedPasses(app: App): Promise<Result<readonly TabledPass[]>> {
  const { api, stores } = app;
  const list = stores.passes.getState();
  const request = passListRequest(stores.results.getState().filter, { ...list, collapsedGroups: [] });
  const passes: Pass[] = [];
  for (let offset = 0, total = 1; offset < total; offset += passesPerRequest) {
    const page = await api.passes.page.query({ ...request, offset, limit: passesPerRequest });
    if (!page.ok) return page;
    total = page.value.total;
    for (const row of page.value.rows) if (row.kind === 'pass') passes.push(row.pass);
  }
  const chosenKeys = new Set(list.chosenKeys);
  const chosen = passes.filter(({ key }) => chosenKeys.has(key));
  const tabled = chosen.length > 0 ? chosen : passes;
  const shares = await readAreaShares(
    app,
    request.filter,
    tabled.map(({ key }) => key),
  );
  if (!shares.ok) return shares;
  return succeed(tabled.map((pass, index) => ({ pass, share: shares.value[index] ?? null })));
}

/**
 * The share of the filter's area that each pass shows. Shows progress with a button that cancels, where it takes long.
 */
async function readAreaShares(
  { api }: App,
  filter: DetectionFilter,
  keys: readonly string[],
): Promise<Result<readonly (number | null)[]>> {
  const shares: (number | null)[] = [];
  const cancelling = new AbortController();
  let progress: ReturnType<typeof notifyProgress> | undefined;
  try {
    while (shares.length < keys.length) {
      const some = keys.slice(shares.length, shares.length + maxPassShares);
      const read = await api.passes.areaShares.query({ filter, keys: some }, { signal: cancelling.signal });
      if (cancelling.signal.aborted) return fail('cancelled', texts.csv.cancelled);
      if (!read.ok) return read;
      shares.push(...read.value);
      if (keys.length <= maxPassShares) continue;
      const text = texts.csv.measuring(shares.length, keys.length);
      progress ??= notifyProgress(text, { label: texts.csv.cancel, run: () => cancelling.abort() });
      progress.update(text);
    }
    return succeed(shares);
  } finally {
    progress?.close();
  }
}

/** The commands with which other features compare images and filter by a pass. */
export function createPassInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'passes.compare-images',
      title: texts.commands.compareImages,
      run: ({ recordId }) => compareRecordImages(app, recordId),
    },
    {
      id: 'passes.filter',
      title: texts.commands.filter,
      run: ({ key }) => restrictToPass(app, key),
    },
  ];
}

/** Zooms to passes, which need not be selected: to their footprints, or to the reference positions of the angles. */
export async function zoomToPasses({ api, engine }: App, keys: readonly string[]): Promise<void> {
  const outlines = await api.passes.outlines.query([...keys]);
  if (!outlines.ok) return notifyFailure(outlines.failure, texts.zoomFailed);
  const geometries = outlines.value.flatMap(({ footprint, reference }) => {
    if (footprint) return [footprint.geometry];
    return reference ? [{ type: 'Point' as const, coordinates: [...reference] }] : [];
  });
  if (geometries.length > 0) engine.zoomToGeometry({ type: 'GeometryCollection', geometries });
  else notifyInfo(texts.failures.noLocation);
}

/** Filters table, map and charts to the detections of a pass, and shows them. */
export async function filterToPass(app: App, key: string): Promise<void> {
  const filter = await readPassFilter(app, key);
  if (!filter.ok) return notifyFailure(filter.failure, texts.failures.filterUnchanged);
  setFilter(app, filter.value);
  app.stores.dock.getState().setTab('table');
}

/** Restricts the filter to the detections of a pass, which match its other conditions, too. */
async function restrictToPass(app: App, key: string): Promise<void> {
  const filter = await readPassFilter(app, key);
  if (filter.ok) app.stores.results.getState().setFilter(filter.value);
  else notifyFailure(filter.failure, texts.failures.filterUnchanged);
}

/** Starts a review of the detections of a pass that have no verdict yet. */
export async function reviewPass(app: App, pass: Pass): Promise<void> {
  const filter = await readPassFilter(app, pass.key);
  if (!filter.ok) return notifyFailure(filter.failure, texts.failures.reviewNotStarted);
  await app.commands.runWith('review.start-queue', {
    title: passTitle(pass),
    filter: filter.value,
    order: 'table',
    skipsJudged: true,
  });
}

/** Filters to the detections of a pass and opens the export dialog. */
export async function exportPass(app: App, key: string): Promise<void> {
  const filter = await readPassFilter(app, key);
  if (!filter.ok) return notifyFailure(filter.failure, texts.failures.nothingToExport);
  setFilter(app, filter.value);
  app.commands.run('results.export');
}

/** Compares the two images of a change result. */
export async function compareRecordImages(app: App, recordId: string): Promise<void> {
  const keys = await app.api.passes.ofRecord.query(recordId);
  if (!keys.ok) return notifyFailure(keys.failure, texts.failures.notCompared);
  const [a, b] = keys.value;
  if (a === undefined || b === undefined) notifyInfo(texts.failures.oneImage);
  else app.stores.passes.getState().compare({ a, b, recordId });
}

/** The title of a pass: its place where it has one, sensor and time. */
export function passTitle(pass: PassImage & Pick<Pass, 'place'>): string {
  return `${passSubject(pass)} ${passTime(pass)}`;
}

/** The place of a pass where it has one, and its sensor. */
export function passSubject({ place, sensorName }: Pick<Pass, 'place' | 'sensorName'>): string {
  const sensor = sensorName ?? texts.notGiven.sensor;
  return place === null ? sensor : `${place} · ${sensor}`;
}

/** When a pass was collected, as in its title. */
export function passTime({ startedAt }: Pick<Pass, 'startedAt'>): string {
  return startedAt === null ? texts.withoutTime : formatTime(startedAt);
}

function setFilter({ stores: { results } }: App, filter: DetectionFilter): void {
  results.getState().clearFilter();
  results.getState().setFilter(filter);
}

async function readPassFilter({ api }: App, key: string): Promise<Result<DetectionFilter>> {
  const result = await api.passes.filter.query(key);
  if (!result.ok) return result;
  return result.value ? succeed(result.value) : fail('not-found', texts.noLongerThere);
}
