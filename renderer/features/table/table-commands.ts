import { tabRow } from '../../../shared/csv-cell.ts';
import { maxCopiedDetections } from '../../../shared/exchange/detection-text.ts';
import { describeNamedLayer } from '../../../shared/layers/describe-layer.ts';
import type { VectorLayer } from '../../../shared/layers/vector-layer.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import {
  type DetectionField,
  isComputedField,
  layerFieldOf,
  type PropertySummary,
} from '../../../shared/results/detection-field.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { cellValue } from '../../../shared/results/field-value.ts';
import { IdSet } from '../../../shared/results/id-set.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import { copyTable } from '../../context/copy-table.ts';
import { fetchIds } from '../../context/fetch-ids.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import { defaultColumns } from '../../stores/column-layout.ts';
import type { DockTab } from '../../stores/dock-store.ts';
import { mainWidth } from '../../stores/panel-layout.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Maximum number of ids in one request: they are part of its URL. */
const idsPerRequest = 500;

const tabTitles: readonly { readonly tab: DockTab; readonly title: string; readonly hotkey?: string }[] = [
  { tab: 'timeline', title: texts.commands.showTimeline },
  { tab: 'statistics', title: texts.commands.showStatistics },
  { tab: 'records', title: texts.commands.showRecords },
  { tab: 'chips', title: texts.commands.showChips },
];

/** The commands about the table and the tabs of the dock. */
export function createTableCommands(app: App): readonly Command[] {
  const { dock, results, ui } = app.stores;
  const hasDetections = () => checkHasDetections(app);
  return [
    ...tabTitles.map(
      ({ tab, title }): Command => ({
        id: `view.${tab}`,
        title,
        group: 'View',
        run() {
          dock.getState().setTab(tab);
          ui.getState().setDockOpen(true);
        },
      }),
    ),
    {
      id: 'results.select-filtered',
      title: texts.commands.selectFiltered,
      group: 'Results',
      enabled: hasDetections,
      async run() {
        const ids = await fetchShownIds(app);
        if (ids) results.getState().setSelected(ids);
      },
    },
    {
      id: 'results.invert-selection',
      title: texts.commands.invertSelection,
      group: 'Results',
      enabled: hasDetections,
      async run() {
        const ids = await fetchShownIds(app);
        if (ids) results.getState().setSelected(ids.without(results.getState().selectedIds));
      },
    },
    {
      id: 'results.copy-rows',
      title: texts.commands.copyRows,
      group: 'Results',
      enabled: () => idsToCopy(app).length > 0 || texts.commands.selectRowsFirst,
      run: () => copyRows(app),
    },
    {
      id: 'results.go-to-row',
      title: texts.commands.goToRow,
      group: 'Results',
      hotkey: 'G',
      isKeyShown: () => isMapInMainColumn(app.stores),
      enabled: hasDetections,
      run() {
        dock.getState().setTab('table');
        dock.getState().setGoToRowOpen(true);
        ui.getState().setDockOpen(true);
      },
    },
    {
      id: 'results.filter-map-view',
      title: texts.commands.filterToExtent,
      group: 'Results',
      enabled: () => app.engine.camera.viewBox() !== null || texts.commands.noMap,
      run() {
        const box = app.engine.camera.viewBox();
        if (box) results.getState().setFilter({ boundingBox: [...box] });
      },
    },
  ];
}

/** The ids of all shown detections; null when another workspace was opened in the meantime. */
async function fetchShownIds({ stores: { results, session } }: App): Promise<IdSet | null> {
  const workspace = workspaceKey(session.getState().session);
  const ids = unwrap(await fetchIds(results.getState().filter));
  return workspaceKey(session.getState().session) === workspace ? IdSet.of(ids) : null;
}

/** The selected detections, or the focused one when none is selected. */
function idsToCopy({ stores: { results } }: App): readonly number[] {
  const { selectedIds, focusedId } = results.getState();
  if (selectedIds.size > 0) return [...selectedIds.ids.subarray(0, maxCopiedDetections)];
  return focusedId === null ? [] : [focusedId];
}

async function copyRows(app: App): Promise<void> {
  const ids = idsToCopy(app);
  const selected = app.stores.results.getState().selectedIds.size;
  const { dock, ui } = app.stores;
  const chosen = dock.getState().columns?.map(({ field }) => field);
  const rows: DetectionRow[] = [];
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const part = ids.slice(at, at + idsPerRequest);
    rows.push(...(await readRowsById(app, part, chosen?.filter(isComputedField) ?? [])));
  }
  const fields =
    chosen ?? defaultColumns(propertiesOf(rows), mainWidth(ui.getState())).map(({ field }) => field);
  const layers = unwrap(await app.api.layers.list.query()).filter(({ name }) =>
    fields.some((field) => layerFieldOf(field)?.layer === name),
  );
  const warnings = unwrap(await app.api.exchange.copyWarnings.query([...ids]));
  const copied =
    selected > maxCopiedDetections
      ? texts.copied.first(maxCopiedDetections, selected)
      : texts.copied.all(rows.length);
  notifyInfo(
    (await copyTable(app, formatRowsAsText(rows, fields, layers)))
      ? [copied, ...warnings].join(' ')
      : texts.copied.denied,
  );
}

/** Detections in the order of their ids, with the values of fields that are computed of all of them. */
async function readRowsById(
  { api }: App,
  ids: readonly number[],
  computedFields: readonly DetectionField[],
): Promise<readonly DetectionRow[]> {
  if (computedFields.length === 0) return unwrap(await api.results.detections.query([...ids]));
  const { rows } = unwrap(
    await api.results.page.query({
      filter: { ids: [...ids] },
      sort: { field: 'id', order: 'ASC' },
      offset: 0,
      limit: ids.length,
      computedFields: [...computedFields],
    }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The properties of the rows, for the columns that are shown by default. */
function propertiesOf(rows: readonly DetectionRow[]): readonly PropertySummary[] {
  const names = new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => ({ name, type: 'mixed', count: rows.length }));
}

/**
 * Scrolls to a row of the table: `500,000` is its number, `#20934` the id of its detection. Returns an error message, or
 * null.
 */
export async function goToRow(app: App, text: string): Promise<string | null> {
  const { dock, results } = app.stores;
  const typed = text.trim();
  const number = Number(typed.replace(/^#/, '').replaceAll(/[,\s]/g, ''));
  if (!Number.isSafeInteger(number) || number < 1) {
    return texts.goToRow.notANumber(typed);
  }
  const { filter } = results.getState();
  if (!typed.startsWith('#')) {
    const { detections } = unwrap(await app.api.results.counts.query(filter));
    if (number > detections) {
      return texts.goToRow.tooLarge(detections);
    }
    dock.getState().requestRow(number - 1);
    return null;
  }
  const index = unwrap(
    await app.api.results.rowIndex.query({ filter, sort: dock.getState().sort, id: number }),
  );
  if (index === null) return texts.goToRow.notInFilter(number);
  dock.getState().requestRow(index);
  results.getState().focus(number);
  return null;
}

/**
 * Formats rows as tab-separated text with a header line, for spreadsheets. Values are unchanged; text that a spreadsheet
 * would interpret as a formula gets an apostrophe in front. The last column has the age, license and accuracy of the
 * layers that fields are about, if any.
 */
export function formatRowsAsText(
  rows: readonly DetectionRow[],
  fields: readonly DetectionField[],
  layers: readonly VectorLayer[] = [],
): string {
  const sources = layers.length === 0 ? [] : [layers.map(describeNamedLayer).join('; ')];
  const lines = rows.map((row) => [...fields.map((field) => cellValue(row, field) ?? null), ...sources]);
  return [[...fields.map(fieldTitle), ...sources.map(() => texts.copied.layers)], ...lines]
    .map(tabRow)
    .join('\n');
}
