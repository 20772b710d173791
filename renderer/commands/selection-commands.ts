import { mostCopied, type TextFormat } from '../../shared/exchange/copied-text.ts';
import { formatDecimalDegrees } from '../../shared/geo/coordinates.ts';
import { unwrap } from '../api/failure-error.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../app/notify.tsx';
import { formatCount, formatQuantity } from '../components/format.ts';
import { copyText } from '../components/use-copy.ts';
import type { Command } from './command.ts';
import { startReview } from './start-review.ts';

/** Ids in one request for rows. */
const idsInRequest = 1000;

/** The ways in which selected detections are copied, beside the rows as the table shows them. */
export const copyFormats: readonly { readonly id: TextFormat | 'coordinates'; readonly title: string }[] = [
  { id: 'geojson', title: 'GeoJSON' },
  { id: 'csv', title: 'CSV' },
  { id: 'wkt', title: 'WKT' },
  { id: 'coordinates', title: 'coordinates' },
];

/** What can be done with the detections that are selected. */
export function createSelectionCommands(app: App): readonly Command[] {
  const { dock, results, review, ui } = app.stores;
  const hasSelection = () => results.getState().selectedIds.size > 0 || 'Select detections first.';
  return [
    {
      id: 'results.selection-statistics',
      title: 'Statistics of the selection',
      group: 'Results',
      enabled: hasSelection,
      run() {
        dock.setState({ tab: 'statistics', scope: 'selected' });
        ui.getState().setDockOpen(true);
      },
    },
    {
      id: 'review.selection',
      title: 'Review the selection',
      group: 'Review',
      enabled: hasSelection,
      async run() {
        ui.getState().showPanel('review');
        review.setState(({ form }) => ({ form: { ...form, scope: 'selection' } }));
        // A queue that there is would be lost: the panel says so before.
        if (review.getState().queue === null) await startReview(app);
      },
    },
    ...copyFormats.map(
      ({ id, title }): Command => ({
        id: `results.copy-${id}`,
        title: `Copy the selection as ${title}`,
        group: 'Results',
        enabled: () => idsToCopy(app).length > 0 || 'Select detections first.',
        run: () => copySelection(app, id, title),
      }),
    ),
  ];
}

/** The selected detections, or the one that is looked at when none is. */
function idsToCopy({ stores: { results } }: App): readonly number[] {
  const { selectedIds, focusedId } = results.getState();
  if (selectedIds.size > 0) return [...selectedIds];
  return focusedId === null ? [] : [focusedId];
}

async function copySelection(app: App, format: TextFormat | 'coordinates', title: string): Promise<void> {
  const ids = idsToCopy(app);
  if (ids.length > mostCopied) {
    notifyInfo(
      `${formatCount(ids.length)} detections are selected, and at most ${formatCount(mostCopied)} can be copied. Export them instead.`,
    );
    return;
  }
  if (format === 'coordinates') return tell(await coordinatesOf(app, ids), ids.length, title);
  const result = await app.api.exchange.text.query({ ids: [...ids], format });
  if (!result.ok) return notifyFailure(result.failure, 'Nothing was copied.');
  return tell(result.value.text, result.value.detections, title);
}

async function tell(text: string, detections: number, title: string): Promise<void> {
  notifyInfo(
    (await copyText(text))
      ? `${formatQuantity(detections, 'detection')} copied as ${title}.`
      : 'The clipboard refused the text. Export the detections instead.',
  );
}

/** A line of decimal degrees for each, as a single position is copied from the map. */
async function coordinatesOf(app: App, ids: readonly number[]): Promise<string> {
  const lines: string[] = [];
  for (let at = 0; at < ids.length; at += idsInRequest) {
    const rows = unwrap(await app.api.results.detections.query(ids.slice(at, at + idsInRequest)));
    lines.push(...rows.map(({ longitude, latitude }) => formatDecimalDegrees([longitude, latitude], 6)));
  }
  return `${lines.join('\n')}\n`;
}
