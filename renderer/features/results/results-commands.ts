import { type CopyFormat, copyFormats } from '../../../shared/exchange/copy-formats.ts';
import { maxCopiedDetections } from '../../../shared/exchange/detection-text.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { copyTable, loadMarking } from '../../context/copy-table.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { copyText } from '../../ui/use-copy.ts';
import { texts } from './texts.ts';

/** The commands about the filter and the selection. */
export function createResultsCommands(app: App): readonly Command[] {
  const { results, ui } = app.stores;
  return [
    {
      id: 'results.filter',
      title: texts.commands.filter,
      group: 'Results',
      hotkey: '/',
      run() {
        ui.getState().setFilterOpen(true);
        focusRegion('filter-fields');
      },
    },
    {
      id: 'results.clear-filter',
      title: texts.commands.clearFilter,
      group: 'Results',
      enabled: () => Object.keys(results.getState().filter).length > 0 || texts.commands.noFilter,
      run: () => results.getState().clearFilter(),
    },
    {
      id: 'results.clear-selection',
      title: texts.commands.clearSelection,
      group: 'Results',
      enabled: () => results.getState().selectedIds.size > 0 || texts.commands.nothingSelected,
      run: () => results.getState().setSelected([]),
    },
  ];
}

/** Maximum number of ids in one request for rows. */
const idsPerRequest = 1000;

/** The commands about the selected detections. */
export function createSelectionCommands(app: App): readonly Command[] {
  const { dock, results, ui } = app.stores;
  const hasSelection = () => results.getState().selectedIds.size > 0 || texts.commands.selectFirst;
  return [
    {
      id: 'results.selection-statistics',
      title: texts.commands.selectionStatistics,
      group: 'Results',
      enabled: hasSelection,
      run() {
        dock.getState().setScope('selected');
        dock.getState().setTab('statistics');
        ui.getState().setDockOpen(true);
      },
    },
    ...copyFormats.map(
      ({ id, title }): Command => ({
        id: `results.copy-${id}`,
        title: texts.commands.copySelectionAs(title),
        group: 'Results',
        enabled: () => idsToCopy(app).length > 0 || texts.commands.selectFirst,
        run: () => copySelection(app, id, title),
      }),
    ),
  ];
}

/** The selected detections, or the focused one when none is selected. */
function idsToCopy({ stores: { results } }: App): readonly number[] {
  const { selectedIds, focusedId } = results.getState();
  if (selectedIds.size > 0) return [...selectedIds];
  return focusedId === null ? [] : [focusedId];
}

async function copySelection(app: App, format: CopyFormat, title: string): Promise<void> {
  const ids = idsToCopy(app);
  if (ids.length > maxCopiedDetections) {
    notifyInfo(texts.copied.tooMany(ids.length, maxCopiedDetections));
    return;
  }
  if (format === 'coordinates') {
    const warnings = unwrap(await app.api.exchange.copyWarnings.query([...ids]));
    const copied = await copyText(await coordinatesOf(app, ids));
    return notifyCopied(copied, ids.length, title, [...warnings, ...(await unmarked(app))]);
  }
  const result = await app.api.exchange.text.query({ ids: [...ids], format });
  if (!result.ok) return notifyFailure(result.failure, texts.copied.nothing);
  const { text, detections, warnings } = result.value;
  // GeoJSON has the marking as a member; between lines of WKT it would be no WKT any more.
  const copied = format === 'csv' ? await copyTable(app, text) : await copyText(text);
  return notifyCopied(copied, detections, title, [
    ...warnings,
    ...(format === 'wkt' ? await unmarked(app) : []),
  ]);
}

function notifyCopied(
  isCopied: boolean,
  detections: number,
  title: string,
  warnings: readonly string[],
): void {
  notifyInfo(isCopied ? [texts.copied.as(detections, title), ...warnings].join(' ') : texts.copied.denied);
}

/** A sentence about text that cannot carry the marking of the workspace; none without a marking. */
async function unmarked(app: App): Promise<readonly string[]> {
  return (await loadMarking(app)) === '' ? [] : [texts.copied.unmarked];
}

/** Positions in decimal degrees, one per line, in the format of a position copied from the map. */
async function coordinatesOf(app: App, ids: readonly number[]): Promise<string> {
  const lines: string[] = [];
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const rows = unwrap(await app.api.results.detections.query(ids.slice(at, at + idsPerRequest)));
    lines.push(...rows.map(({ longitude, latitude }) => formatDecimalDegrees([longitude, latitude], 6)));
  }
  return `${lines.join('\n')}\n`;
}
