import { mostCopied } from '../../shared/exchange/copied-text.ts';
import type { DetectionRow } from '../../shared/results/detection.ts';
import type { PropertySummary } from '../../shared/results/detection-field.ts';
import { IdSet } from '../../shared/results/id-set.ts';
import { unwrap } from '../api/failure-error.ts';
import { fetchIds } from '../api/fetch-ids.ts';
import type { App } from '../app/app-context.tsx';
import { notifyInfo } from '../app/notify.tsx';
import { formatCount, formatQuantity } from '../components/format.ts';
import { copyText } from '../components/use-copy.ts';
import { defaultColumns } from '../stores/column-layout.ts';
import type { DockTab } from '../stores/dock-store.ts';
import type { Command } from './command.ts';
import { rowsAsText } from './rows-as-text.ts';

/** Ids in one request: they stand in its address. */
const idsInRequest = 500;

const tabTitles: readonly { readonly tab: DockTab; readonly title: string; readonly hotkey?: string }[] = [
  { tab: 'timeline', title: 'Show the timeline' },
  { tab: 'statistics', title: 'Show statistics' },
  { tab: 'records', title: 'Show the records, also those without detections' },
  { tab: 'chips', title: 'Show the chips as a grid' },
];

/** What is selected and copied in the table, where it stands, and what the dock shows. */
export function createTableCommands(app: App): readonly Command[] {
  const { dock, results, ui, workspace } = app.stores;
  const hasDetections = () => {
    const { counts } = workspace.getState();
    return (
      (counts.state === 'ready' && counts.value.detections > 0) ||
      'There are no detections in this workspace yet. Fetch some first.'
    );
  };
  return [
    ...tabTitles.map(
      ({ tab, title }): Command => ({
        id: `view.${tab}`,
        title,
        group: 'View',
        run() {
          dock.setState({ tab });
          ui.getState().setDockOpen(true);
        },
      }),
    ),
    {
      id: 'results.select-filtered',
      title: 'Select all detections that the filter leaves',
      group: 'Results',
      enabled: hasDetections,
      async run() {
        const ids = IdSet.of(unwrap(await fetchIds(results.getState().filter)));
        results.getState().setSelected(ids);
      },
    },
    {
      id: 'results.invert-selection',
      title: 'Invert the selection within the filter',
      group: 'Results',
      enabled: hasDetections,
      async run() {
        const ids = IdSet.of(unwrap(await fetchIds(results.getState().filter)));
        results.getState().setSelected(ids.without(results.getState().selectedIds));
      },
    },
    {
      id: 'results.copy-rows',
      title: 'Copy the selected rows',
      group: 'Results',
      enabled: () => idsToCopy(app).length > 0 || 'Select rows in the table first.',
      run: () => copyRows(app),
    },
    {
      id: 'results.go-to-row',
      title: 'Go to a row of the table',
      group: 'Results',
      hotkey: 'G',
      enabled: hasDetections,
      run() {
        dock.setState({ tab: 'table', goingToRow: true });
        ui.getState().setDockOpen(true);
      },
    },
    {
      id: 'results.filter-map-view',
      title: 'Filter to what the map shows now',
      group: 'Results',
      enabled: () => app.engine.viewBox() !== null || 'The map is not shown.',
      run() {
        const box = app.engine.viewBox();
        if (box) results.getState().setFilter({ boundingBox: [...box] });
      },
    },
  ];
}

/** The selected detections, or the one that is looked at when none is. */
function idsToCopy({ stores: { results } }: App): readonly number[] {
  const { selectedIds, focusedId } = results.getState();
  if (selectedIds.size > 0) return [...selectedIds.ids.subarray(0, mostCopied)];
  return focusedId === null ? [] : [focusedId];
}

async function copyRows(app: App): Promise<void> {
  const ids = idsToCopy(app);
  const rows: DetectionRow[] = [];
  for (let at = 0; at < ids.length; at += idsInRequest) {
    rows.push(...unwrap(await app.api.results.detections.query(ids.slice(at, at + idsInRequest))));
  }
  const selected = app.stores.results.getState().selectedIds.size;
  const fields = (app.stores.dock.getState().columns ?? defaultColumns(propertiesOf(rows))).map(
    ({ field }) => field,
  );
  if (!(await copyText(rowsAsText(rows, fields)))) {
    notifyInfo('The clipboard refused the rows. Export them instead.');
  } else if (selected > mostCopied) {
    notifyInfo(
      `The first ${formatCount(mostCopied)} of ${formatCount(selected)} rows were copied. Export to get them all.`,
    );
  } else {
    notifyInfo(`${formatQuantity(rows.length, 'row')} copied.`);
  }
}

/** The properties of the rows, for the columns that are shown by default. */
function propertiesOf(rows: readonly DetectionRow[]): readonly PropertySummary[] {
  const names = new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => ({ name, type: 'mixed', count: rows.length }));
}

/**
 * Brings a row of the table into view: `500,000` is its number, `#20934` the id of its detection. The answer says why
 * it cannot, null when it can.
 */
export async function goToRow(app: App, text: string): Promise<string | null> {
  const { dock, results } = app.stores;
  const typed = text.trim();
  const number = Number(typed.replace(/^#/, '').replaceAll(/[,\s]/g, ''));
  if (!Number.isSafeInteger(number) || number < 1) {
    return `“${typed}” is no row number. Type one such as 500,000, or # and an id such as #20934.`;
  }
  const { filter } = results.getState();
  if (!typed.startsWith('#')) {
    const { detections } = unwrap(await app.api.results.counts.query(filter));
    if (number > detections) {
      return `There are ${formatCount(detections)} rows. Type a number up to that.`;
    }
    dock.setState({ wantedRow: number - 1 });
    return null;
  }
  const place = unwrap(await app.api.results.place.query({ filter, sort: dock.getState().sort, id: number }));
  if (place === null) return `No detection that the filter leaves has the id ${number}.`;
  dock.setState({ wantedRow: place });
  results.getState().focus(number);
  return null;
}
