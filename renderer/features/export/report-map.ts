import type { ReportMap } from '../../../shared/exchange/export-request.ts';
import type { App } from '../../context/app-context.tsx';
import { collectFacts } from '../../map-sheet/collect-facts.ts';
import { makeSheet } from '../../map-sheet/make-sheet.ts';
import { standardPictureChoice } from '../../map-sheet/picture-choice.ts';
import { attributionsOf } from '../../map-sync/source-attributions.ts';
import { texts } from './texts.ts';

const width = 960;
const height = 540;
/** Pixels per CSS pixel, the sharpest first; a photograph as background makes a large file. */
const pixelRatios = [1.5, 1];
/** Characters of Base64 that a request takes. */
const maxLength = 6_000_000;
const prefix = 'data:image/png;base64,';

/** The map with its legend, zoomed to the detections, for a report; undefined while it cannot be drawn. */
export async function takeReportMap(
  app: Pick<App, 'api' | 'queries' | 'engine' | 'queryClient' | 'stores'>,
): Promise<ReportMap | undefined> {
  const { engine, stores, queries, queryClient } = app;
  const facts = await collectFacts(app);
  const sources = await queryClient.fetchQuery(queries.mapSources.list.queryOptions());
  for (const pixelRatio of pixelRatios) {
    const made = await makeSheet(
      engine,
      {
        paper: { sheet: null, pixelRatio, pageSize: null },
        title: '',
        choice: { ...standardPictureChoice, orders: false, sources: false, filter: false, author: false },
        // A report has the marking on each page, and states gaps of the map below it.
        facts: { ...facts, marking: '', gaps: [], pass: null },
        unit: stores.settings.getState().distance,
        map: { size: [width, height], scheme: 'light', zoomsIn: true },
      },
      new AbortController().signal,
    );
    if (!made.ok) return undefined;
    const { canvas, detections, isComplete } = made.value;
    const png = canvas.toDataURL('image/png').slice(prefix.length);
    if (png.length > maxLength) continue;
    const caption = [
      texts.report.map(detections),
      ...(isComplete ? [] : [texts.report.mapIncomplete]),
      ...facts.gaps,
      ...attributionsOf(sources, stores.layers.getState().layers),
    ];
    return { png, caption: caption.join(' ').slice(0, 3000) };
  }
  return undefined;
}
